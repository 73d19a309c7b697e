package dev.bullpen.launcher.validate;

import dev.bullpen.json.Json;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A finding for programs: its sentence taken apart into place, message and hint. */
final class FindingJson {
  private static final Pattern PLACE = Pattern.compile("\\bline ([0-9]+)(?:, column ([0-9]+))?");

  /** As compilers have it, behind the file. */
  private static final Pattern LINE = Pattern.compile("^:([0-9]+):(?:([0-9]+):)?");

  private static final Pattern END = Pattern.compile("[\\s:,;)\"]|$");

  private static final Pattern SENTENCES = Pattern.compile("(?<=[.?]) (?=[A-Z\"])");

  private final Path root;

  FindingJson(Path root) {
    this.root = root;
  }

  static ObjectNode of(Findings findings, Path root) {
    FindingJson finding = new FindingJson(root);
    ObjectNode json = Json.object();
    ArrayNode all = json.putArray("findings");
    findings.problems().forEach(sentence -> all.add(finding.of("problem", sentence)));
    findings.notes().forEach(sentence -> all.add(finding.of("note", sentence)));
    json.putObject("counts")
        .put("problems", findings.problems().size())
        .put("notes", findings.notes().size());
    return json;
  }

  /** {@code {level, file?, line?, column?, message, hint?}}; files are relative to the project. */
  ObjectNode of(String level, String sentence) {
    ObjectNode json = Json.object().put("level", level);
    Optional<String> named = file(sentence);
    named.ifPresent(file -> json.put("file", relative(file)));
    place(sentence, named, json);
    String[] parts =
        sentence.contains("\n") ? new String[] {sentence} : SENTENCES.split(sentence, 2);
    json.put("message", parts[0]);
    if (parts.length > 1) {
      json.put("hint", parts[1]);
    }
    return json;
  }

  private static void place(String sentence, Optional<String> named, ObjectNode json) {
    int end = named.map(file -> sentence.indexOf(file) + file.length()).orElse(0);
    Matcher place = LINE.matcher(sentence.substring(end));
    if (named.isEmpty() || !place.find()) {
      place = PLACE.matcher(sentence);
      if (!place.find()) {
        return;
      }
    }
    json.put("line", Integer.parseInt(place.group(1)));
    if (place.group(2) != null) {
      json.put("column", Integer.parseInt(place.group(2)));
    }
  }

  private String relative(String file) {
    Path path = root.resolve(file);
    return path.startsWith(root) ? root.relativize(path).toString() : file;
  }

  /** The first path of the project that a sentence names, or the path that it begins with. */
  private Optional<String> file(String sentence) {
    int at = sentence.indexOf(root + "/");
    return longest(sentence.substring(Math.max(at, 0)));
  }

  private Optional<String> longest(String text) {
    Optional<String> found = Optional.empty();
    Matcher end = END.matcher(text);
    while (end.find() && !(end.start() > 0 && text.charAt(end.start() - 1) == '\n')) {
      String path = text.substring(0, end.start());
      if (!path.isEmpty() && isThere(path)) {
        found = Optional.of(path);
      }
    }
    return found;
  }

  private boolean isThere(String path) {
    try {
      return Files.exists(root.resolve(path));
    } catch (InvalidPathException e) {
      return false;
    }
  }
}
