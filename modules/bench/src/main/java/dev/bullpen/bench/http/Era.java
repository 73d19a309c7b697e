package dev.bullpen.bench.http;

import dev.bullpen.json.Json;
import dev.bullpen.testkit.client.HttpCall;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.client.Revision;
import tools.jackson.databind.node.ObjectNode;

/** How a client speaks to a server. */
enum Era {
  /** With a session, and streams by GET. */
  LEGACY(Revision.V2025_11_25),

  /** Each request stands alone, and a stream is the answer to one. */
  MODERN(Revision.V2026_07_28);

  private final Revision revision;

  Era(Revision revision) {
    this.revision = revision;
  }

  Revision revision() {
    return revision;
  }

  /** A request, without the headers of a session. */
  HttpCall call(long id, String method, ObjectNode params) {
    if (this == LEGACY) {
      return HttpCall.post(revision, Json.text(Messages.request(id, method, params)))
          .header("MCP-Protocol-Version", revision.text());
    }
    ObjectNode whole = params.deepCopy();
    whole.withObjectProperty("_meta").setAll(revision.envelope());
    return HttpCall.modern(Messages.request(id, method, whole));
  }

  @Override
  public String toString() {
    return revision.text();
  }
}
