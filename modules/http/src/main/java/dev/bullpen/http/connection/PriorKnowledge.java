package dev.bullpen.http.connection;

import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.jspecify.annotations.Nullable;

/**
 * HTTP/2 in clear text, for clients that start with it. An upgrade from HTTP/1.1 is ignored: RFC
 * 9113 has removed it, and it would carry requests past a proxy that checks them.
 */
final class PriorKnowledge extends HTTP2CServerConnectionFactory {
  PriorKnowledge(HttpConfiguration config) {
    super(config);
  }

  @Override
  public @Nullable Connection upgradeConnection(
      Connector connector, EndPoint endPoint, MetaData.Request request, HttpFields.Mutable fields) {
    return HttpMethod.PRI.is(request.getMethod())
        ? super.upgradeConnection(connector, endPoint, request, fields)
        : null;
  }
}
