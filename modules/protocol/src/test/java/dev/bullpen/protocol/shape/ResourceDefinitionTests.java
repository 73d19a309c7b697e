package dev.bullpen.protocol.shape;

import static dev.bullpen.protocol.Conformance.assertDefined;
import static dev.bullpen.protocol.Conformance.assertResult;
import static dev.bullpen.protocol.Conformance.assertValid;
import static dev.bullpen.protocol.Trees.object;
import static dev.bullpen.protocol.Trees.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.protocol.CacheHint;
import dev.bullpen.protocol.OfficialSchemas;
import dev.bullpen.protocol.Revision;
import dev.bullpen.protocol.method.ListPage;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.node.ObjectNode;

class ResourceDefinitionTests {
  private static final String COMMON =
      "'name':'r','title':'R','description':'d','mimeType':'text/plain','annotations':"
          + "{'audience':['user','assistant'],'priority':0.5,'lastModified':'2025-01-01T00:00:00Z',"
          + "'x':1},'icons':[{'src':'data:,x','sizes':['any'],'theme':'dark','x':1}],"
          + "'_meta':{'ui':{'prefersBorder':true}},'path':'/secret','provider':'file'}";

  private static final String RESOURCE = "{'uri':'file:///a','size':5," + COMMON;

  private static final String TEMPLATE = "{'uriTemplate':'file:///{+path}'," + COMMON;

  @ParameterizedTest
  @DisplayName("RS-01, RS-13: every revision sees the members it defines")
  @CsvSource({
    "V2024_11_05,'name description mimeType annotations'",
    "V2025_03_26,'name description mimeType annotations'",
    "V2025_06_18,'name title description mimeType annotations _meta'",
    "V2025_11_25,'name title description mimeType annotations icons _meta'",
    "V2026_07_28,'name title description mimeType annotations icons _meta'"
  })
  void every_revision_sees_the_members_it_defines(Revision revision, String members) {
    ObjectNode ofProject = object(RESOURCE);
    ObjectNode resource = ListedDefinition.resource(ofProject, revision);
    assertEquals("uri size " + members, String.join(" ", resource.propertyNames()));
    assertShown(revision, "Resource", resource);
    assertResult(revision, "ListResourcesResult", page("resources", revision, resource));
    assertEquals(RESOURCE, text(ofProject), "is left as it was");

    ofProject = object(TEMPLATE);
    ObjectNode template = ListedDefinition.resourceTemplate(ofProject, revision);
    assertEquals("uriTemplate " + members, String.join(" ", template.propertyNames()));
    assertShown(revision, "ResourceTemplate", template);
    assertResult(
        revision, "ListResourceTemplatesResult", page("resourceTemplates", revision, template));
    assertEquals(TEMPLATE, text(ofProject), "is left as it was");
  }

  @ParameterizedTest
  @DisplayName("RS-02, CH-01, requirements 20.8, 20.28: an empty page has hints and no cursor")
  @EnumSource
  void an_empty_page_has_hints_and_no_cursor(Revision revision) {
    for (String member : List.of("resources", "resourceTemplates")) {
      ObjectNode page =
          ListPage.result(member, List.of(), Optional.empty(), 0, revision, CacheHint.STALE);
      assertFalse(page.has("nextCursor"));
      assertEquals(revision.isModern(), page.has("ttlMs") && page.has("cacheScope"));
      String definition =
          member.equals("resources") ? "ListResourcesResult" : "ListResourceTemplatesResult";
      assertResult(revision, definition, page);
    }
  }

  @ParameterizedTest
  @DisplayName("whatever the project wrote, what is shown is valid")
  @EnumSource
  void whatever_the_project_wrote_is_shown_valid(Revision revision) {
    Junk.everywhere(
        object(RESOURCE),
        broken -> {
          ObjectNode shown = ListedDefinition.resource(broken, revision);
          assertShown(revision, "Resource", shown);
          assertTrue(URI.create(shown.path("uri").stringValue()).isAbsolute(), shown::toString);
        });
    Junk.everywhere(
        object(TEMPLATE),
        broken ->
            assertShown(
                revision, "ResourceTemplate", ListedDefinition.resourceTemplate(broken, revision)));
    assertShown(revision, "Resource", ListedDefinition.resource(object("{}"), revision));
    assertShown(
        revision, "ResourceTemplate", ListedDefinition.resourceTemplate(object("{}"), revision));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'uri':'x:y'}|{'uri':'x:y','name':'x:y','description':'x:y'}",
        "{'uri':'x:y','name':'n','title':'T'}|"
            + "{'uri':'x:y','name':'n','title':'T','description':'T'}",
        "{'uri':'x:y','name':'n','description':''}|{'uri':'x:y','name':'n','description':'n'}",
        "{'uri':'x:a b','name':'n','description':'d'}|"
            + "{'uri':'x:a%20b','name':'n','description':'d'}",
        "{'uri':'a/ä.txt','name':'n','description':'d'}|"
            + "{'name':'n','description':'d','uri':'resource:a/%C3%A4.txt'}",
        "{'uri':5,'name':'n','description':'d'}|"
            + "{'name':'n','description':'d','uri':'resource:n'}",
        "{}|{'uri':'resource:unnamed','name':'resource:unnamed','description':'resource:unnamed'}"
      })
  void what_must_be_there_is_put_in(String full, String shown) {
    assertEquals(shown, text(ListedDefinition.resource(object(full), Revision.V2026_07_28)));
  }

  @Test
  @DisplayName("requirements 20.23: a title the revision does not have is no description either")
  void a_title_the_revision_lacks_is_no_description() {
    ObjectNode full = object("{'uri':'x:y','name':'n','title':'T'}");
    assertEquals(
        "{'uri':'x:y','name':'n','description':'n'}",
        text(ListedDefinition.resource(full, Revision.V2024_11_05)));
  }

  @Test
  @DisplayName("CO-11: a template is shown to the letter, for clients name it by that")
  void a_template_is_shown_to_the_letter() {
    String odd = "note://a b/{ä}";
    ObjectNode shown =
        ListedDefinition.resourceTemplate(
            object("{'name':'n','uriTemplate':'" + odd + "'}"), Revision.V2026_07_28);
    assertEquals(odd, shown.path("uriTemplate").stringValue());
  }

  @Test
  void a_time_that_is_no_date_time_with_its_zone_is_left_out() {
    String annotations = "'annotations':{'priority':1,'lastModified':'%s'}";
    for (String time : List.of("yesterday", "2026-01-31", "2026-01-31T12:00:00")) {
      String bad = annotations.formatted(time);
      for (ObjectNode shown : annotated(bad)) {
        assertEquals("{'priority':1}", text(shown.path("annotations")), time);
      }
    }
    String good = annotations.formatted("2026-01-31T12:00:00+01:00");
    for (ObjectNode shown : annotated(good)) {
      assertEquals("{" + good + "}", "{'annotations':" + text(shown.path("annotations")) + "}");
    }
  }

  private static List<ObjectNode> annotated(String annotations) {
    return List.of(
        ListedDefinition.resource(
            object("{'uri':'x:y'," + annotations + "}"), Revision.V2026_07_28),
        ListedDefinition.resourceTemplate(
            object("{'uriTemplate':'x:{y}','name':'n'," + annotations + "}"),
            Revision.V2026_07_28));
  }

  @Test
  void a_bad_icon_costs_only_itself() {
    ObjectNode shown =
        ListedDefinition.resource(
            object("{'uri':'x:y','icons':[{'src':'a.png'},{'src':'data:,x'},5]}"),
            Revision.V2026_07_28);
    assertEquals("[{'src':'data:,x'}]", text(shown.path("icons")));
  }

  @Test
  @DisplayName("negative control: the schema refuses what is mended here")
  void the_schema_refuses_what_is_mended_here() {
    for (Revision revision : Revision.values()) {
      for (String definition : List.of("Resource", "ResourceTemplate")) {
        assertFalse(OfficialSchemas.faults(revision, definition, object("{}")).isEmpty());
      }
    }
  }

  private static void assertShown(Revision revision, String definition, ObjectNode shown) {
    assertValid(revision, definition, shown);
    assertDefined(revision, definition, shown);
    assertFalse(shown.path("description").stringValue().isBlank(), shown::toString);
    if (revision.isSince(Revision.V2025_03_26) && !shown.path("annotations").isEmpty()) {
      assertDefined(revision, "Annotations", shown.path("annotations"));
    }
    shown.path("icons").forEach(icon -> assertDefined(revision, "Icon", icon));
  }

  private static ObjectNode page(String member, Revision revision, ObjectNode item) {
    return ListPage.result(member, List.of(item), Optional.of("c"), 5, revision, CacheHint.STALE);
  }
}
