package dev.bullpen.protocol;

import static dev.bullpen.protocol.Conformance.assertValid;
import static dev.bullpen.protocol.Trees.id;
import static dev.bullpen.protocol.Trees.object;
import static dev.bullpen.protocol.Trees.tree;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.protocol.question.ServerRequest;
import dev.bullpen.protocol.shape.ListedDefinition;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Puts something wrong at every single place of what a script may say. */
class BrokenAnywhereTests {
  private static final List<JsonNode> WRONG =
      List.of(
          tree("null"),
          tree("5"),
          tree("-1.5"),
          tree("1e400"),
          tree("''"),
          tree("true"),
          tree("[5]"),
          tree("{'a':true}"));

  /** The object with each of its values, however deep, replaced by each wrong one. */
  private static void everyWrong(String json, Consumer<ObjectNode> test) {
    broken(tree(json)).forEach(broken -> test.accept((ObjectNode) broken));
  }

  private static Stream<JsonNode> broken(JsonNode whole) {
    if (whole instanceof ObjectNode object) {
      return object.properties().stream()
          .flatMap(
              member ->
                  wrong(member.getValue())
                      .map(value -> object.deepCopy().set(member.getKey(), value)));
    }
    return IntStream.range(0, whole.size())
        .boxed()
        .flatMap(
            i -> wrong(whole.get(i)).map(value -> ((ArrayNode) whole).deepCopy().set(i, value)));
  }

  private static Stream<JsonNode> wrong(JsonNode value) {
    return Stream.concat(WRONG.stream(), broken(value));
  }

  @Test
  void a_tool_broken_anywhere_is_listed_whole_or_not_at_all() {
    everyWrong(
        Samples.RICH_TOOL,
        broken -> {
          boolean isTool =
              broken.path("name").isString()
                  && broken.path("inputSchema").path("type").stringValue("").equals("object");
          for (Revision revision : Revision.values()) {
            if (isTool) {
              assertValid(revision, "Tool", ListedDefinition.tool(broken, revision));
            }
          }
        });
  }

  @Test
  void a_form_broken_anywhere_is_sent_whole_or_refused() {
    int[] refused = {0};
    everyWrong(
        "{'message':'m','mode':'form','schema':{'type':'object','properties':"
            + Samples.FLAT_FORM
            + ",'required':['s']}}",
        broken -> refused[0] += refusals(broken, "elicitation/create", "ElicitRequest"));
    assertTrue(refused[0] > 100, refused[0] + " refused");
  }

  @Test
  void a_sampling_broken_anywhere_is_sent_whole_or_refused() {
    int[] refused = {0};
    everyWrong(
        "{'messages':["
            + Samples.TEXT_MESSAGE
            + ","
            + Samples.TOOL_USE
            + ","
            + Samples.TOOL_RESULT
            + "],'maxTokens':5,'modelPreferences':{'hints':[{'name':'m'}],'costPriority':1},"
            + "'temperature':1,'stopSequences':['x'],'metadata':{},'toolChoice':{'mode':'auto'}}",
        broken -> refused[0] += refusals(broken, "sampling/createMessage", "CreateMessageRequest"));
    assertTrue(refused[0] > 100, refused[0] + " refused");
  }

  private static int refusals(ObjectNode params, String method, String definition) {
    int refusals = 0;
    ObjectNode entry = object("{'method':'" + method + "'}");
    entry.set("params", params);
    for (Revision revision : Revision.values()) {
      try {
        ServerRequest request = ServerRequest.ofScript("k", entry);
        assertValid(Revision.V2026_07_28, "InputRequest", request.toInput());
        assertValid(revision, definition, request.toJson(id(1), revision));
      } catch (JsonRpcException e) {
        refusals++;
      }
    }
    return refusals;
  }

  private static void put(JsonNode in, List<Object> place, JsonNode value) {
    Object step = place.get(0);
    JsonNode next = step instanceof Integer index ? in.get(index) : in.get((String) step);
    if (place.size() > 1) {
      put(next, place.subList(1, place.size()), value);
    } else if (step instanceof Integer index) {
      ((ArrayNode) in).set(index, value);
    } else {
      ((ObjectNode) in).set((String) step, value);
    }
  }
}
