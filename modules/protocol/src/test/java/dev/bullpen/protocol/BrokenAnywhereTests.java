package dev.bullpen.protocol;

import static dev.bullpen.protocol.Conformance.assertResult;
import static dev.bullpen.protocol.Conformance.assertValid;
import static dev.bullpen.protocol.Trees.id;
import static dev.bullpen.protocol.Trees.object;
import static dev.bullpen.protocol.Trees.tree;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.protocol.method.CallToolResult;
import dev.bullpen.protocol.question.ServerRequest;
import dev.bullpen.protocol.shape.Definition;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
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

  @Test
  void a_result_broken_anywhere_is_sent_whole() {
    int[] sent = {0};
    everyWrong(
        Samples.RICH_RESULT,
        broken -> {
          for (Revision revision : Revision.values()) {
            assertResult(revision, "CallToolResult", CallToolResult.forRevision(broken, revision));
            sent[0]++;
          }
        });
    assertTrue(sent[0] > 1000, sent[0] + " results");
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
              assertValid(revision, "Tool", Definition.tool(broken, revision));
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

  /** The object with each of its values, however deep, replaced by each wrong one. */
  private static void everyWrong(String json, Consumer<ObjectNode> test) {
    for (List<Object> place : places(tree(json))) {
      for (JsonNode wrong : WRONG) {
        ObjectNode broken = object(json);
        put(broken, place, wrong);
        test.accept(broken);
      }
    }
  }

  private static List<List<Object>> places(JsonNode value) {
    List<List<Object>> places = new ArrayList<>();
    value.properties().forEach(member -> addPlaces(places, member.getKey(), member.getValue()));
    for (int i = 0; value.isArray() && i < value.size(); i++) {
      addPlaces(places, i, value.get(i));
    }
    return places;
  }

  private static void addPlaces(List<List<Object>> places, Object step, JsonNode value) {
    places.add(List.of(step));
    for (List<Object> deeper : places(value)) {
      List<Object> place = new ArrayList<>(List.of(step));
      place.addAll(deeper);
      places.add(place);
    }
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
