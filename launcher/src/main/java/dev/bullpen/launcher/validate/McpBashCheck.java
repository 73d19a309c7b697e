package dev.bullpen.launcher.validate;

import dev.bullpen.project.file.EscapedBytes;
import dev.bullpen.project.file.Folder;
import dev.bullpen.project.file.FolderListing;
import dev.bullpen.project.file.SmallFile;
import dev.bullpen.project.metadata.Members;
import dev.bullpen.project.script.Discovery;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * What mcp-bash's own {@code validate} finds, in its words, where Bullpen asks for less. A project
 * whose scripts call this command {@code mcp-bash} gets the exit codes that they are used to, and
 * stays fit for mcp-bash itself. That knows a folder for each tool, prompt and resource, and one
 * name for the files in it; files that lie otherwise are not looked at.
 *
 * @param server the server's name, with which the names of its tools may begin
 */
record McpBashCheck(String server, Findings findings) {
  void tools(Folder tools) throws IOException {
    for (Path folder : folders(tools)) {
      String name = folder.getFileName().toString();
      String where = "tools/" + EscapedBytes.of(name);
      Path script = folder.resolve("tool.sh");
      metadata(folder.resolve("tool" + Discovery.METADATA), where, tools)
          .flatMap(found -> Members.silentText(found, "name"))
          .filter(written -> !plain(withoutNamespace(written)).equals(plain(name)))
          .ifPresent(
              written ->
                  findings.note(
                      "%s - directory name does not match tool.meta.json name \"%s\""
                          .formatted(where, EscapedBytes.of(written))));
      permission(script, where);
      if (Files.isRegularFile(script)
          && !new String(SmallFile.head(script, 2), StandardCharsets.ISO_8859_1).equals("#!")) {
        findings.note("%s/tool.sh - missing shebang".formatted(where));
      }
    }
  }

  /**
   * Prompts or resources, whose files are called as their folder is.
   *
   * @param kind the folder's name in a project
   */
  void others(Folder all, String kind) throws IOException {
    for (Path folder : folders(all)) {
      String name = folder.getFileName().toString();
      String where = kind + "/" + EscapedBytes.of(name);
      metadata(folder.resolve(name + Discovery.METADATA), where, all);
      permission(folder.resolve(name + ".sh"), where);
    }
  }

  private static List<Path> folders(Folder all) throws IOException {
    return Files.isDirectory(all.path())
        ? FolderListing.entries(all.path(), "[!.]*").stream()
            .filter(Files::isDirectory)
            .sorted()
            .toList()
        : List.of();
  }

  private Optional<ObjectNode> metadata(Path file, String where, Folder within) {
    Optional<ObjectNode> found = SmallFile.object(file, said -> {}, List.of(within));
    String shown = "%s/%s".formatted(where, EscapedBytes.of(file.getFileName().toString()));
    if (found.isEmpty() && Files.exists(file)) {
      findings.problem(shown + " - invalid JSON");
    } else if (found.isPresent() && Members.silentText(found.get(), "name").isEmpty()) {
      findings.problem(shown + " - missing required \"name\"");
    }
    return found;
  }

  private void permission(Path script, String where) {
    if (Files.isRegularFile(script) && !Files.isExecutable(script)) {
      findings.problem(
          "%s/%s - not executable"
              .formatted(where, EscapedBytes.of(script.getFileName().toString())));
    }
  }

  /** The name of a tool may begin with that of its server and a hyphen, or with words and dots. */
  private String withoutNamespace(String name) {
    String own = name.startsWith(server + "-") ? name.substring(server.length() + 1) : name;
    return own.substring(own.lastIndexOf('.') + 1);
  }

  /** So that {@code cherryPick} and {@code cherry-pick} are the same. */
  private static String plain(String name) {
    return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
  }
}
