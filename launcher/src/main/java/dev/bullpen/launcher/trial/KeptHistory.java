package dev.bullpen.launcher.trial;

import dev.bullpen.launcher.Secrets;
import dev.bullpen.launcher.ask.Kind;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jline.reader.impl.history.DefaultHistory;
import tools.jackson.databind.JsonNode;

/** The history of typed lines, without those that contain a secret. */
final class KeptHistory extends DefaultHistory {
  /** An option of a line, or a name in JSON. */
  private static final Pattern NAME = Pattern.compile("--([^\\s=]+)|\"([^\"]+)\"\\s*:");

  private static final Set<PosixFilePermission> OWNER_ALONE =
      PosixFilePermissions.fromString("rw-------");

  private final Lists lists;

  KeptHistory(Lists lists) {
    this.lists = lists;
  }

  /** The file of the history (XDG Base Directory Specification); empty without a home folder. */
  static Optional<Path> file(Map<String, String> environment) {
    Optional<Path> state =
        Optional.of(environment.getOrDefault("XDG_STATE_HOME", ""))
            .filter(folder -> folder.startsWith("/"))
            .map(Path::of)
            .or(
                () ->
                    Optional.of(environment.getOrDefault("HOME", ""))
                        .filter(folder -> folder.startsWith("/"))
                        .map(folder -> Path.of(folder, ".local/state")));
    return state.map(folder -> folder.resolve("bullpen/try-history"));
  }

  /**
   * Creates the file if needed, and lets only its owner read it.
   *
   * @throws IOException if the file cannot be used
   */
  static void prepare(Path file) throws IOException {
    Files.createDirectories(
        file.getParent(),
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    try {
      Files.createFile(file, PosixFilePermissions.asFileAttribute(OWNER_ALONE));
    } catch (FileAlreadyExistsException e) {
      Files.setPosixFilePermissions(file, OWNER_ALONE);
    }
  }

  @Override
  public void add(Instant time, String line) {
    if (!hasSecret(line)) {
      super.add(time, line);
    }
  }

  private boolean hasSecret(String line) {
    return Secrets.VALUE.matcher(line).find()
        || NAME.matcher(line)
            .results()
            .map(found -> found.group(found.group(1) == null ? 2 : 1))
            .anyMatch(name -> Secrets.isName(name) || isSecretOfTool(line, name));
  }

  /** Whether the schema of the called tool marks the argument as a secret, or may do so. */
  private boolean isSecretOfTool(String line, String argument) {
    List<String> words = List.of(line.strip().split("\\s+"));
    Optional<List<JsonNode>> tools = lists.known(Kind.TOOLS);
    return tools.isEmpty()
        || tools.get().stream()
            .filter(tool -> words.contains(tool.path("name").stringValue("")))
            .map(tool -> tool.at("/inputSchema/properties").path(argument))
            .anyMatch(KeptHistory::isSecret);
  }

  private static boolean isSecret(JsonNode schema) {
    return schema.path("format").stringValue("").equals("password")
        || schema.path("writeOnly").booleanValue(false);
  }
}
