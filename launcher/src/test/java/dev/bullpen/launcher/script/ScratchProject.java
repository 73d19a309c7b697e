package dev.bullpen.launcher.script;

import dev.bullpen.launcher.InThisJvm;
import dev.bullpen.launcher.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A project of which a test writes the files, for the packaged command. */
record ScratchProject(Path root) {
  /** With one tool, "echo", which prints the variable WORD and its arguments. */
  static ScratchProject in(Path folder) throws IOException {
    ScratchProject project =
        new ScratchProject(Files.createDirectory(folder.toRealPath().resolve("a project")));
    project.write("server.d/server.meta.json", "{\"name\":\"scratch\",\"version\":\"1.2.3\"}");
    project.write("tools/echo/tool.meta.json", "{\"name\":\"echo\",\"description\":\"Echoes\"}");
    project.script(
        "tools/echo/tool.sh", "printf '%s %s' \"${MCPBASH_WORD:-none}\" \"$MCP_TOOL_ARGS_JSON\"");
    return project;
  }

  Path write(String path, String text) throws IOException {
    Path file = root.resolve(path);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  Path script(String path, String text) throws IOException {
    Path file = write(path, "#!/bin/bash\n" + text + "\n");
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  Ran run(String... words) {
    return run(Map.of(), words);
  }

  Ran run(Map<String, String> more, String... words) {
    Map<String, String> environment = new HashMap<>(PackagedCommand.environment());
    environment.putAll(more);
    return Ran.of(root, environment, PackagedCommand.command(words));
  }

  /** The same in this JVM, for what is not about the process, and runs no file of the project. */
  Ran here(String... words) {
    return here(Map.of(), words);
  }

  Ran here(Map<String, String> more, String... words) {
    return here(PackagedCommand.PRODUCT, more, words);
  }

  /**
   * The same with another home, such as that of a fake server.
   *
   * @param words to which this project is added
   */
  Ran here(Path home, Map<String, String> more, String... words) {
    Map<String, String> environment = new HashMap<>(PackagedCommand.environment());
    environment.putAll(more);
    List<String> all = new ArrayList<>(List.of(words));
    all.addAll(List.of("--project", root.toString()));
    return InThisJvm.run(home, environment, all.toArray(String[]::new));
  }

  /** Whether the process whose number is in a file still runs. */
  boolean runs(String path) throws IOException {
    long pid = Long.parseLong(Files.readString(root.resolve(path)).strip());
    return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent();
  }
}
