package dev.bullpen.protocol.session;

import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.protocol.Member;

/**
 * Who the client says it is. Not verified: for logs only, never for a decision.
 *
 * @param name what the program calls itself
 * @param version its version
 */
public record ClientInfo(String name, String version) {
  /** Read one; only the two members every revision requires are looked at. */
  static ClientInfo of(Member json) throws JsonRpcException {
    return new ClientInfo(json.get("name").string(), json.get("version").string());
  }

  /** Read one as 2026-07-28 defines it: what else is there must have the right type too. */
  static ClientInfo strictly(Member json) throws JsonRpcException {
    ClientInfo info = of(json);
    for (String optional : new String[] {"title", "description", "websiteUrl"}) {
      if (json.get(optional).isPresent()) {
        json.get(optional).string();
      }
    }
    if (json.get("icons").isPresent()) {
      for (Member icon : json.get("icons").array()) {
        icon.get("src").string();
      }
    }
    return info;
  }
}
