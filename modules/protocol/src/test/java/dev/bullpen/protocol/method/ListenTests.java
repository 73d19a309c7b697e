package dev.bullpen.protocol.method;

import static dev.bullpen.protocol.Conformance.assertDefined;
import static dev.bullpen.protocol.Conformance.assertValid;
import static dev.bullpen.protocol.Trees.NOTHING;
import static dev.bullpen.protocol.Trees.id;
import static dev.bullpen.protocol.Trees.object;
import static dev.bullpen.protocol.Trees.text;
import static dev.bullpen.protocol.Trees.tree;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.bullpen.protocol.JsonRpc;
import dev.bullpen.protocol.JsonRpcError;
import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.protocol.RequestId;
import dev.bullpen.protocol.Revision;
import dev.bullpen.protocol.session.Capability;
import dev.bullpen.protocol.session.ServerCapabilities;
import dev.bullpen.protocol.session.ServerInfo;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

class ListenTests {
  private static final Revision NEWEST = Revision.V2026_07_28;

  private static final ListenParams ALL = new ListenParams(true, true, true, Set.of("file:///a"));

  static List<RequestId> ids() {
    return List.of(id(7), id("7"));
  }

  @ParameterizedTest
  @DisplayName("SU-04: what is not named, or false, is not wanted")
  @CsvSource(
      delimiter = '|',
      value = {
        "{}|{}",
        "{'toolsListChanged':true}|{'toolsListChanged':true}",
        "{'toolsListChanged':false,'promptsListChanged':true}|{'promptsListChanged':true}",
        "{'resourcesListChanged':true,'resourceSubscriptions':[]}|{'resourcesListChanged':true}",
        "{'resourceSubscriptions':['b:','a:','b:','']}|{'resourceSubscriptions':['b:','a:','']}",
        "{'logging':5,'tasks':{'x':1}}|{}"
      })
  void what_is_not_named_is_not_wanted(String filter, String wanted) throws JsonRpcException {
    assertEquals(wanted, text(parse(filter).toJson()));
  }

  @ParameterizedTest
  @DisplayName("SU-10: what is no filter is refused, and the place named")
  @CsvSource(
      delimiter = '|',
      value = {
        "{}|params.notifications is missing",
        "{'notifications':null}|params.notifications must be an object",
        "{'notifications':[]}|params.notifications must be an object",
        "{'notifications':true}|params.notifications must be an object",
        "{'notifications':{'toolsListChanged':1}}|"
            + "params.notifications.toolsListChanged must be true or false",
        "{'notifications':{'promptsListChanged':null}}|"
            + "params.notifications.promptsListChanged must be true or false",
        "{'notifications':{'resourcesListChanged':'true'}}|"
            + "params.notifications.resourcesListChanged must be true or false",
        "{'notifications':{'resourceSubscriptions':'x:y'}}|"
            + "params.notifications.resourceSubscriptions must be an array",
        "{'notifications':{'resourceSubscriptions':null}}|"
            + "params.notifications.resourceSubscriptions must be an array",
        "{'notifications':{'resourceSubscriptions':{}}}|"
            + "params.notifications.resourceSubscriptions must be an array",
        "{'notifications':{'resourceSubscriptions':['x:y',null]}}|"
            + "params.notifications.resourceSubscriptions[1] must be a string",
        "{'notifications':{'resourceSubscriptions':[['x:y']]}}|"
            + "params.notifications.resourceSubscriptions[0] must be a string",
        "[]|params must be an object"
      })
  void what_is_no_filter_is_refused(String json, String reason) {
    JsonRpcException refusal =
        assertThrows(JsonRpcException.class, () -> ListenParams.parse(tree(json)));
    assertEquals(JsonRpcError.invalidParams(reason), refusal.error());
    assertThrows(JsonRpcException.class, () -> ListenParams.parse(NOTHING));
  }

  @Test
  @DisplayName("SU-10: a subscription has 1024 URIs at most")
  void a_subscription_has_so_many_uris_at_most() throws JsonRpcException {
    assertEquals(1023, parse(uris(1023)).resourceSubscriptions().size());
    assertEquals(1024, parse(uris(1024)).resourceSubscriptions().size());
    assertRefused(
        JsonRpcError.internalError(
            "Subscription refused: it has 1025 URIs, more than the 1024 it may have"),
        uris(1025));
  }

  @Test
  @DisplayName("SU-10: a URI has 8192 characters at most")
  void a_uri_has_so_many_characters_at_most() throws JsonRpcException {
    for (int length : new int[] {8191, 8192}) {
      assertEquals(Set.of("x".repeat(length)), parse(uri(length)).resourceSubscriptions());
    }
    assertRefused(
        JsonRpcError.invalidParams(
            "params.notifications.resourceSubscriptions[0] must not be longer than 8192 characters"),
        uri(8193));
  }

  @Test
  void the_order_stays_and_cannot_be_changed() throws JsonRpcException {
    Set<String> uris = parse("{'resourceSubscriptions':['c:','a:','b:']}").resourceSubscriptions();
    assertEquals(List.of("c:", "a:", "b:"), List.copyOf(uris));
    assertThrows(UnsupportedOperationException.class, () -> uris.add("d:"));
  }

  @ParameterizedTest
  @DisplayName("SU-02, requirements 20.15: what the server does not offer is not honoured")
  @CsvSource(
      delimiter = '|',
      value = {
        "TOOLS|{'toolsListChanged':true}",
        "PROMPTS|{'promptsListChanged':true}",
        "RESOURCES|{'resourcesListChanged':true,'resourceSubscriptions':['file:///a']}",
        "LOGGING|{}"
      })
  void what_is_not_offered_is_not_honoured(Capability offered, String honoured) {
    ServerCapabilities server = new ServerCapabilities(Set.of(offered));
    assertEquals(honoured, text(ALL.honouredBy(server).toJson()));
    ServerCapabilities everything = new ServerCapabilities(EnumSet.allOf(Capability.class));
    assertEquals(ALL, ALL.honouredBy(everything));
    assertEquals(
        "{'resourceSubscriptions':['file:///a']}",
        text(ALL.honouredBy(everything.withListChanged(false)).toJson()));
    ListenParams none = new ListenParams(false, false, false, Set.of());
    assertEquals(none, none.honouredBy(everything));
  }

  @ParameterizedTest
  @DisplayName("SU-02, SU-03, requirements 20.15: the acknowledgement bears the id with its type")
  @MethodSource("ids")
  void the_acknowledgement_bears_the_id(RequestId listen) {
    ObjectNode notice = Notice.acknowledged(listen, ALL);
    assertEquals(
        "{'jsonrpc':'2.0','method':'notifications/subscriptions/acknowledged','params':"
            + tag(listen, "")
            + ",'notifications':{'toolsListChanged':true,'promptsListChanged':true,"
            + "'resourcesListChanged':true,'resourceSubscriptions':['file:///a']}}}",
        text(notice));
    assertValid(NEWEST, "SubscriptionsAcknowledgedNotification", notice);
    assertDefined(NEWEST, "SubscriptionFilter", notice.path("params").path("notifications"));
    ListenParams nothing = new ListenParams(false, false, false, Set.of());
    ObjectNode empty = Notice.acknowledged(listen, nothing);
    assertEquals("{}", text(empty.path("params").path("notifications")));
    assertValid(NEWEST, "SubscriptionsAcknowledgedNotification", empty);
  }

  @ParameterizedTest
  @DisplayName("SU-03, SU-06, requirements 20.16: a notice of a subscription bears its id")
  @MethodSource("ids")
  void a_notice_of_a_subscription_bears_its_id(RequestId listen) {
    ObjectNode tools = Notice.tagged(Notice.listChanged(Capability.TOOLS), listen);
    assertEquals(
        "{'jsonrpc':'2.0','method':'notifications/tools/list_changed','params':"
            + tag(listen, "")
            + "}}",
        text(tools));
    assertValid(NEWEST, "ToolListChangedNotification", tools);
    assertValid(
        NEWEST,
        "PromptListChangedNotification",
        Notice.tagged(Notice.listChanged(Capability.PROMPTS), listen));
    assertValid(
        NEWEST,
        "ResourceListChangedNotification",
        Notice.tagged(Notice.listChanged(Capability.RESOURCES), listen));
    ObjectNode updated = Notice.tagged(Notice.resourceUpdated("x:y"), listen);
    assertEquals("{'uri':'x:y'," + tag(listen, "").substring(1) + "}", text(updated.get("params")));
    assertValid(NEWEST, "ResourceUpdatedNotification", updated);
    assertDefined(NEWEST, "ResourceUpdatedNotificationParams", updated.path("params"));
  }

  @Test
  void one_notice_is_tagged_for_each_subscription_and_stays_untagged() {
    ObjectNode notice = JsonRpc.notification("notifications/x", object("{'a':1,'_meta':{'b':2}}"));
    String before = text(notice);
    assertEquals(
        "{'a':1," + tag(id(7), "'b':2,").substring(1) + "}",
        text(Notice.tagged(notice, id(7)).path("params")));
    assertEquals(
        "{'a':1," + tag(id("7"), "'b':2,").substring(1) + "}",
        text(Notice.tagged(Notice.tagged(notice, id(7)), id("7")).path("params")));
    assertEquals(before, text(notice));
  }

  @ParameterizedTest
  @DisplayName("SU-09, requirements 20.7, 20.36: the end is a complete result that bears the id")
  @MethodSource("ids")
  void the_end_is_a_complete_result(RequestId listen) {
    ObjectNode closed = ListenParams.result(listen);
    assertEquals(tag(listen, "") + "}", text(closed));
    ObjectNode unsigned = new ModernResults(Optional.empty()).complete(closed);
    assertEquals("{'resultType':'complete'," + tag(listen, "").substring(1) + "}", text(unsigned));
    ObjectNode signed = new ModernResults(Optional.of(ServerInfo.of("s", "1"))).complete(closed);
    for (ObjectNode sent : List.of(unsigned, signed)) {
      assertValid(NEWEST, "SubscriptionsListenResult", sent);
      assertValid(NEWEST, "SubscriptionsListenResultResponse", JsonRpc.result(listen, sent));
      assertDefined(NEWEST, "SubscriptionsListenResult", sent);
      assertDefined(NEWEST, "SubscriptionsListenResultMetaObject", sent.path("_meta"));
      assertFalse(sent.has("ttlMs") || sent.has("cacheScope"));
    }
  }

  @ParameterizedTest
  @DisplayName("MT-05: no other result can pretend to end a subscription")
  @ValueSource(strings = {"'content':[],", "'messages':[],", "'resultType':'complete',"})
  void no_other_result_ends_a_subscription(String members) {
    ObjectNode result =
        object("{" + members + "'_meta':{'io.modelcontextprotocol/subscriptionId':7}}");
    assertFalse(new ModernResults(Optional.empty()).complete(result).has("_meta"));
  }

  @ParameterizedTest
  @DisplayName("SU-09, CN-05, requirements 20.36: then it is cancelled, with the type of its id")
  @MethodSource("ids")
  void then_it_is_cancelled(RequestId listen) {
    ObjectNode notice = Notice.cancelled(listen);
    assertEquals(
        "{'jsonrpc':'2.0','method':'notifications/cancelled','params':{'requestId':"
            + text(listen.toJson())
            + "}}",
        text(notice));
    for (Revision revision : Revision.values()) {
      assertValid(revision, "CancelledNotification", notice);
    }
  }

  @Test
  @DisplayName("RS-08: a legacy session gets a resource update without any id")
  void a_legacy_session_gets_a_resource_update() {
    ObjectNode notice = Notice.resourceUpdated("x:y");
    assertEquals("{'uri':'x:y'}", text(notice.path("params")));
    for (Revision revision : Revision.LEGACY) {
      assertValid(revision, "ResourceUpdatedNotification", notice);
    }
  }

  private static String tag(RequestId listen, String others) {
    return "{'_meta':{"
        + others
        + "'io.modelcontextprotocol/subscriptionId':"
        + text(listen.toJson())
        + "}";
  }

  private static String uris(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> "'x:" + i + "'")
        .collect(Collectors.joining(",", "{'resourceSubscriptions':[", "]}"));
  }

  private static String uri(int length) {
    return "{'resourceSubscriptions':['" + "x".repeat(length) + "']}";
  }

  private static void assertRefused(JsonRpcError error, String filter) {
    JsonRpcException refusal = assertThrows(JsonRpcException.class, () -> parse(filter));
    assertEquals(error, refusal.error());
  }

  private static ListenParams parse(String filter) throws JsonRpcException {
    return ListenParams.parse(tree("{'notifications':" + filter + "}"));
  }
}
