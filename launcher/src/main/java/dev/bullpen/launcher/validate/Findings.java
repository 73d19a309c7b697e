package dev.bullpen.launcher.validate;

import dev.bullpen.json.Json;
import dev.bullpen.posix.log.Shown;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The problems and notes of a project, each once, in the order in which they were found. In JSON
 * each sentence is split into place, message and hint.
 */
final class Findings {
  private static final Pattern PLACE = Pattern.compile("\\bline ([0-9]+)(?:, column ([0-9]+))?");

  /** A line number in the form of compilers, behind the file. */
  private static final Pattern LINE = Pattern.compile("^:([0-9]+):(?:([0-9]+):)?");

  private static final Pattern END = Pattern.compile("[\\s:,;)\"]|$");

  private static final Pattern SENTENCES = Pattern.compile("(?<=[.?]) (?=[A-Z\"])");

  private final Set<String> problems = new LinkedHashSet<>();
  private final Set<String> notes = new LinkedHashSet<>();

  void problem(String sentence) {
    problems.add(Shown.of(sentence));
  }

  void problemInLines(String text) {
    problems.add(text);
  }

  void note(String sentence) {
    notes.add(sentence);
  }

  List<String> problems() {
    return List.copyOf(problems);
  }

  List<String> notes() {
    return List.copyOf(notes);
  }

  ObjectNode toJson(Path root) {
    ObjectNode json = Json.object();
    ArrayNode all = json.putArray("findings");
    problems.forEach(sentence -> all.add(json(root, "problem", sentence)));
    notes.forEach(sentence -> all.add(json(root, "note", sentence)));
    json.putObject("counts").put("problems", problems.size()).put("notes", notes.size());
    return json;
  }

  /** {@code {level, file?, line?, column?, message, hint?}}; files are relative to the project. */
  static ObjectNode json(Path root, String level, String sentence) {
    ObjectNode json = Json.object().put("level", level);
    Optional<String> named = file(root, sentence);
    named.ifPresent(file -> json.put("file", relative(root, file)));
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

  private static String relative(Path root, String file) {
    Path path = root.resolve(file);
    return path.startsWith(root) ? root.relativize(path).toString() : file;
  }

  /** The first path of the project in a sentence, or the path with which it begins. */
  private static Optional<String> file(Path root, String sentence) {
    int at = sentence.indexOf(root + "/");
    return longest(root, sentence.substring(Math.max(at, 0)));
  }

  private static Optional<String> longest(Path root, String text) {
    Optional<String> found = Optional.empty();
    Matcher end = END.matcher(text);
    while (end.find() && !(end.start() > 0 && text.charAt(end.start() - 1) == '\n')) {
      String path = text.substring(0, end.start());
      if (!path.isEmpty() && isThere(root, path)) {
        found = Optional.of(path);
      }
    }
    return found;
  }

  private static boolean isThere(Path root, String path) {
    try {
      return Files.exists(root.resolve(path));
    } catch (InvalidPathException e) {
      return false;
    }
  }
}
