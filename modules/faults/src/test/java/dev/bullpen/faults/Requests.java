package dev.bullpen.faults;

/** Lines that tests say more than once, with ' for ". */
final class Requests {
  static final String VERSION = "'io.modelcontextprotocol/protocolVersion':'2026-07-28'";
  static final String CAPABILITIES = "'io.modelcontextprotocol/clientCapabilities':{}";
  static final String ENVELOPE = "'_meta':{" + VERSION + "," + CAPABILITIES + "}";
  static final String CLIENT = "'capabilities':{},'clientInfo':{'name':'t','version':'0'}";

  /** Params of a completion that every project of these tests can answer. */
  static final String FAST =
      "'ref':{'type':'ref/prompt','name':'fast'},'argument':{'name':'query','value':''}";

  private Requests() {}

  /** A request with an id given as JSON and members of its params. */
  static String request(String id, String method, String params) {
    return "{'jsonrpc':'2.0','id':%s,'method':'%s','params':{%s}}".formatted(id, method, params);
  }

  static String initialize(String id, String version) {
    return request(id, "initialize", "'protocolVersion':'" + version + "'," + CLIENT);
  }
}
