package dev.bullpen.protocol.shape;

import static dev.bullpen.protocol.Revision.V2024_11_05;
import static dev.bullpen.protocol.Revision.V2025_03_26;
import static dev.bullpen.protocol.Revision.V2025_06_18;
import static dev.bullpen.protocol.Revision.V2025_11_25;

import dev.bullpen.json.Json;
import dev.bullpen.protocol.JsonRpcError;
import dev.bullpen.protocol.Revision;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The blocks of content, in each revision. A block that a revision does not define becomes text, so
 * that the reader knows that something was there.
 */
public final class ContentBlock {
  private record Type(Shape shape, Revision since) {}

  private static final Shape MEDIA =
      Shapes.block().must("data", Shapes.BASE64).must("mimeType", Kind.STRING);

  private static final Map<String, Type> TYPES =
      Map.of(
          "text", new Type(Shapes.block().must("text", Kind.STRING), V2024_11_05),
          "image", new Type(MEDIA, V2024_11_05),
          "audio", new Type(MEDIA, V2025_03_26),
          "resource",
              new Type(Shapes.block().must("resource", Shapes.RESOURCE_CONTENTS), V2024_11_05),
          "resource_link", new Type(link(), V2025_06_18));

  private ContentBlock() {}

  private static Shape link() {
    return Shapes.block()
        .must("uri", Shapes.URI)
        .must("name", Kind.STRING)
        .may("title", Kind.STRING)
        .may("description", Kind.STRING)
        .may("mimeType", Kind.STRING)
        .may("size", Kind.INTEGER)
        .may("icons", Shapes.ICONS, V2025_11_25);
  }

  public static ObjectNode text(String text) {
    return Json.object().put("type", "text").put("text", text);
  }

  public static ObjectNode text(JsonNode text) {
    return Json.object().put("type", "text").set("text", text);
  }

  public static Optional<JsonNode> fit(JsonNode block, Revision revision) {
    Type type = TYPES.get(typeOf(block));
    return type != null && revision.isSince(type.since)
        ? type.shape.fit(block, revision)
        : Optional.empty();
  }

  /** The block in the form of the revision, or a text in its place. */
  public static JsonNode show(JsonNode block, Revision revision) {
    Optional<JsonNode> fit = fit(block, revision);
    return fit.isPresent() ? fit.get() : substitute(block, revision);
  }

  /** Warnings for the operator: a sentence for each annotation that clients do not get. */
  public static List<String> warnings(JsonNode block) {
    JsonNode annotations = block.path("annotations");
    if (annotations.isMissingNode()) {
      return List.of();
    }
    return Shapes.ANNOTATIONS.misfits(annotations).stream()
        .map(
            name ->
                "clients do not get \"annotations.%s\" of its content: %s is not %s"
                    .formatted(
                        name,
                        JsonRpcError.quoted(Json.text(annotations.path(name))),
                        Shapes.ANNOTATION_FORMS.get(name)))
        .toList();
  }

  private static JsonNode substitute(JsonNode block, Revision revision) {
    String name = typeOf(block);
    Type type = TYPES.get(name);
    if (type == null) {
      return text("[content left out: its type is none of " + String.join(", ", known()) + "]");
    }
    Optional<JsonNode> whole = type.shape.fit(block, Revision.V2026_07_28);
    if (whole.isEmpty()) {
      return text(
          "[%s left out: a required member of %s is missing or wrong]".formatted(name, name));
    }
    JsonNode shown = whole.get();
    ObjectNode text = text(name.equals("audio") ? audio(shown, revision) : link(shown));
    Shapes.ANNOTATIONS
        .fit(shown.path("annotations"), revision)
        .ifPresent(annotations -> text.set("annotations", annotations));
    return text;
  }

  private static String audio(JsonNode block, Revision revision) {
    return "[%s left out: revision %s of the protocol has no audio]"
        .formatted(block.path("mimeType").stringValue(), revision.wire());
  }

  private static String link(JsonNode block) {
    String name = block.path("title").stringValue(block.path("name").stringValue());
    String description = block.path("description").stringValue("");
    String link = name + ": " + block.path("uri").stringValue();
    return description.isEmpty() ? link : link + "\n" + description;
  }

  private static Iterable<String> known() {
    return TYPES.keySet().stream().sorted().toList();
  }

  private static String typeOf(JsonNode block) {
    return block.path("type").stringValue("");
  }
}
