package dev.bullpen.launcher.config;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import dev.bullpen.launcher.WholeFile;
import dev.bullpen.posix.log.Cause;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** A client's configuration in JSON. One entry is written, and all others stay. */
record ConfigFile(Path file) {
  /**
   * Writes the entry of a server, in place of one with the same name. Keeps a copy of the old file.
   *
   * @return what was done, a sentence each
   * @throws IOException with a sentence for the user on failure; the file is then unchanged
   */
  List<String> put(String member, String name, ObjectNode entry) throws IOException {
    boolean isThere = Files.exists(file);
    ObjectNode all = isThere ? read() : Json.object();
    if (!all.path(member).isMissingNode() && !all.path(member).isObject()) {
      throw new IOException(
          "%s: its \"%s\" is no object. Correct it first.".formatted(file, member));
    }
    if (entry.equals(all.path(member).path(name))) {
      return List.of("%s is in %s already".formatted(name, file));
    }
    all.withObjectProperty(member).set(name, entry);
    String wrote = "Wrote %s into %s".formatted(name, file);
    List<String> done =
        isThere ? List.of(wrote, "The old file is " + copyOf(file.toRealPath())) : List.of(wrote);
    new WholeFile(file).write(all.toPrettyString() + "\n", "rw-------");
    return done;
  }

  /** Copies the file to one that is not there yet: each copy may be the only one of its content. */
  private static Path copyOf(Path file) throws IOException {
    Path copy = file.resolveSibling(file.getFileName() + ".bak");
    for (int number = 2; Files.exists(copy, LinkOption.NOFOLLOW_LINKS); number++) {
      copy = file.resolveSibling("%s.bak%d".formatted(file.getFileName(), number));
    }
    return Files.copy(file, copy, StandardCopyOption.COPY_ATTRIBUTES);
  }

  private ObjectNode read() throws IOException {
    try {
      String text = Files.readString(file);
      if (text.isBlank()) {
        return Json.object();
      }
      if (Json.parse(text) instanceof ObjectNode object) {
        return object;
      }
      throw new IOException("%s is no JSON object. Correct it first.".formatted(file));
    } catch (CharacterCodingException e) {
      throw new IOException("%s is %s. Correct it first.".formatted(file, Cause.of(e)), e);
    } catch (JsonException e) {
      throw new IOException(
          "%s is not plain JSON (%s). Without --write the entry is printed; add it by hand."
              .formatted(file, e.getMessage()));
    }
  }
}
