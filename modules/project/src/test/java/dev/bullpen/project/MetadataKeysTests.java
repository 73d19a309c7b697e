package dev.bullpen.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.bullpen.json.Json;
import dev.bullpen.project.file.FolderListing;
import dev.bullpen.project.file.Layout;
import dev.bullpen.project.metadata.NamedItems;
import dev.bullpen.project.prompt.PromptReader;
import dev.bullpen.project.registration.Registration;
import dev.bullpen.project.registration.RegistrationKind;
import dev.bullpen.project.resource.ResourceReader;
import dev.bullpen.project.tool.ToolReader;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The lists of keys, by which metadata is checked, are of those that are read. */
class MetadataKeysTests extends ProjectTest {
  private final Set<String> read = new TreeSet<>();

  /** Metadata that keeps in mind which of its members were looked at. */
  private final class Watched extends ObjectNode {
    private static final long serialVersionUID = 1;

    Watched(String json) throws Exception {
      super(JsonNodeFactory.instance);
      setAll((ObjectNode) Json.parse(json));
    }

    @Override
    public @Nullable JsonNode get(String key) {
      read.add(key);
      return super.get(key);
    }

    @Override
    public Optional<JsonNode> optional(String key) {
      read.add(key);
      return super.optional(key);
    }

    @Override
    public JsonNode path(String key) {
      read.add(key);
      return super.path(key);
    }
  }

  private Layout layout;

  @BeforeEach
  void a_file_of_each_kind() throws IOException {
    project.script("tools/x.sh").file("prompts/x.txt", "x").file("resources/x.txt", "x");
    layout = Layout.of(project.root, project.env, project.root.resolve("home"));
  }

  private Registration registering(RegistrationKind kind, String entry) throws Exception {
    return new Registration(
        "register.json", Map.of(kind, List.of(new Watched(entry))), true, Map.of());
  }

  private void assertAllRead(List<String> keys) {
    assertEquals(List.of(), project.warnings);
    assertEquals(new TreeSet<>(keys), read);
  }

  @Test
  void of_a_tool() throws Exception {
    Registration tool =
        registering(RegistrationKind.TOOLS, "{\"name\": \"x\", \"path\": \"x.sh\"}");
    assertFalse(
        new ToolReader(layout, NamedItems.none(), project.warnings::add)
            .read(tool, FolderListing.none(layout.tools()))
            .all()
            .isEmpty());
    assertAllRead(ToolReader.KEYS);
  }

  @Test
  void of_a_prompt() throws Exception {
    Registration prompt =
        registering(RegistrationKind.PROMPTS, "{\"name\": \"x\", \"path\": \"x.txt\"}");
    assertFalse(
        new PromptReader(layout, project.warnings::add)
            .read(prompt, FolderListing.none(layout.prompts()))
            .all()
            .isEmpty());
    assertAllRead(PromptReader.KEYS);
  }

  @Test
  void of_a_resource_and_a_template() throws Exception {
    ResourceReader.Both resource =
        read(
            RegistrationKind.RESOURCES,
            "{\"name\": \"x\", \"uri\": \"note:x\", \"provider\": \"file\", \"path\": \"x.txt\"}");
    assertFalse(resource.resources().all().isEmpty());
    ResourceReader.Both template =
        read(RegistrationKind.RESOURCE_TEMPLATES, "{\"name\": \"t\", \"uriTemplate\": \"t:{x}\"}");
    assertFalse(template.templates().all().isEmpty());
    assertAllRead(ResourceReader.KEYS);
  }

  private ResourceReader.Both read(RegistrationKind kind, String entry) throws Exception {
    return new ResourceReader(
            layout,
            registering(kind, entry),
            FolderListing.none(layout.resources()),
            project.warnings::add)
        .read();
  }
}
