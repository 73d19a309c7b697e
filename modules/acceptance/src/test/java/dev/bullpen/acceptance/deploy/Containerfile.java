package dev.bullpen.acceptance.deploy;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import dev.bullpen.testkit.fixture.DeployExample;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * What an image is made of.
 *
 * @param lines instructions, each on one line
 */
record Containerfile(List<String> lines) {
  static Containerfile read(DeployExample example) {
    return new Containerfile(
        example
            .text()
            .replaceAll("(?m)^#.*\n", "")
            .replaceAll("\\\\\n\\s*", "")
            .lines()
            .filter(line -> !line.isBlank())
            .toList());
  }

  /** What follows the word of an instruction of which there is one. */
  String only(String word) {
    List<String> found =
        lines.stream()
            .filter(line -> line.startsWith(word + " "))
            .map(line -> line.substring(word.length() + 1))
            .toList();
    if (found.size() != 1) {
      throw new AssertionError(word + " stands there " + found.size() + " times");
    }
    return found.get(0);
  }

  /** The command that a container runs. */
  List<String> command() {
    List<String> words = new ArrayList<>();
    Stream.of("ENTRYPOINT", "CMD").map(this::only).forEach(list -> words.addAll(words(list)));
    return words;
  }

  private static List<String> words(String json) {
    try {
      return Json.parse(json).valueStream().map(JsonNode::asString).toList();
    } catch (JsonException e) {
      throw new AssertionError(json, e);
    }
  }
}
