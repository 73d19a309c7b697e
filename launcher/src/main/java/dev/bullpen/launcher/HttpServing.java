package dev.bullpen.launcher;

import dev.bullpen.http.HttpOptions;
import dev.bullpen.http.HttpServer;
import dev.bullpen.project.metadata.ProjectException;
import dev.bullpen.server.ServeOptions;

/** Starts a server for HTTP. Loaded only if the start script has added the module for it. */
final class HttpServing {
  private HttpServing() {}

  private static HttpOptions.Issuer issuer(ServeSettings.Http.OAuth oauth) {
    return new HttpOptions.Issuer(
        oauth.issuer(), oauth.audience(), oauth.keys(), oauth.scopes(), oauth.scopeFile());
  }

  private static HttpOptions.Fleet fleet(ServeSettings.Http.Fleet fleet) {
    return new HttpOptions.Fleet(fleet.node(), fleet.peers(), fleet.service(), fleet.keys());
  }

  static int serve(ServeOptions options, ServeSettings.Http http)
      throws ProjectException, UsageException {
    ServeSettings.Http.Clients clients = http.clients();
    try {
      return HttpServer.serve(
          options,
          new HttpOptions(
              new HttpOptions.Reach(
                  http.listen(), http.tls().certificate(), http.tls().key(), http.isBehindProxy()),
              new HttpOptions.Clients(
                  clients.isAnonymous(),
                  clients.tokens(),
                  clients.oauth().map(HttpServing::issuer),
                  clients.hosts(),
                  clients.origins()),
              http.hasSessions(),
              http.drain(),
              http.admin(),
              http.fleet().map(HttpServing::fleet)));
    } catch (IllegalArgumentException e) {
      throw new UsageException(e.getMessage());
    }
  }
}
