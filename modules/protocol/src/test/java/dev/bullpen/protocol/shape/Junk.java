package dev.bullpen.protocol.shape;

import static dev.bullpen.protocol.Trees.tree;

import java.util.List;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What a project may write where something else belongs. */
public final class Junk {
  private static final List<JsonNode> VALUES =
      List.of(
          tree("null"),
          tree("true"),
          tree("5"),
          tree("-1"),
          tree("1.5"),
          tree("99999999999999999999"),
          tree("1e400"),
          tree("''"),
          tree("'x'"),
          tree("'a b\\\\c\\ud800'"),
          tree("[]"),
          tree("[null]"),
          tree("[5,'x',{},[]]"),
          tree("{}"),
          tree("{'src':5,'name':null,'audience':'user','priority':-0.1}"),
          tree("{'io.modelcontextprotocol/subscriptionId':{}}"));

  private Junk() {}

  /** The object with each of its members replaced by each of the values in turn, and without it. */
  public static void everywhere(ObjectNode whole, Consumer<ObjectNode> each) {
    for (String member : List.copyOf(whole.propertyNames())) {
      for (JsonNode value : VALUES) {
        ObjectNode broken = whole.deepCopy();
        broken.set(member, value);
        each.accept(broken);
      }
      ObjectNode without = whole.deepCopy();
      without.remove(member);
      each.accept(without);
    }
  }

  /** The values themselves. */
  public static List<JsonNode> values() {
    return VALUES;
  }
}
