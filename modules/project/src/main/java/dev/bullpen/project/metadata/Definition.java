package dev.bullpen.project.metadata;

import dev.bullpen.json.Json;
import dev.bullpen.project.file.EscapedBytes;
import dev.bullpen.project.file.Folder;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Builds what clients may see of something: members that MCP defines and no others, each as its
 * author wrote it. A member of the wrong type is said and left out, for a client would refuse the
 * whole list for it.
 */
public final class Definition {
  private static final Set<String> ROLES = Set.of("user", "assistant");

  private final ObjectNode metadata;
  private final Consumer<String> problems;
  private final ObjectNode seen = Json.object();

  /**
   * Begin.
   *
   * @param metadata as the author wrote it
   */
  public Definition(ObjectNode metadata, Consumer<String> problems) {
    this.metadata = metadata;
    this.problems = problems;
  }

  /** A member that is known. */
  public Definition with(String key, String value) {
    seen.put(key, value);
    return this;
  }

  /** A member that is known. */
  public Definition with(String key, boolean value) {
    seen.put(key, value);
    return this;
  }

  /** A member that may be known. */
  public Definition with(String key, Optional<? extends JsonNode> value) {
    value.ifPresent(known -> seen.set(key, known));
    return this;
  }

  /** A number that may be known. */
  public Definition with(String key, OptionalLong value) {
    value.ifPresent(known -> seen.put(key, known));
    return this;
  }

  /** A text that may be missing; a blank one is. */
  public Definition text(String key) {
    written(key).filter(text -> !text.isBlank()).ifPresent(text -> seen.put(key, text));
    return this;
  }

  /** A text that is "" when it is missing. */
  public Definition requiredText(String key) {
    return with(key, written(key).orElse(""));
  }

  /** An object that may be missing. */
  public Definition object(String key) {
    return with(key, Members.object(metadata, key, problems));
  }

  /** The member {@code annotations} of a resource; an audience that clients have not is said. */
  public Definition annotations() {
    object("annotations");
    for (JsonNode role : seen.at("/annotations/audience")) {
      if (!ROLES.contains(role.asString(""))) {
        problems.accept(
            "the audience in \"annotations\" is not shown to clients: %s is neither \"user\" nor \"assistant\". Use one of these."
                .formatted(EscapedBytes.of(Json.text(role))));
      }
    }
    return this;
  }

  /**
   * The member {@code icons}.
   *
   * @param base what paths of files are relative to
   * @param within no file outside of these folders is read
   */
  public Definition icons(Path base, List<Folder> within) {
    return with("icons", new IconReader(base, problems, within).read(metadata));
  }

  public ObjectNode built() {
    return seen;
  }

  private Optional<String> written(String key) {
    return Members.string(metadata, key, problems);
  }
}
