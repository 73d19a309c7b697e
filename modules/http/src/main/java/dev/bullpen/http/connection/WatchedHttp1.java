package dev.bullpen.http.connection;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;

/** Speaks HTTP/1 on watched end points. */
final class WatchedHttp1 extends HttpConnectionFactory {
  private final Set<WatchedEndPoint> open = ConcurrentHashMap.newKeySet();

  WatchedHttp1(HttpConfiguration config) {
    super(config);
    addEventListener(new Forgetting());
  }

  @Override
  public Connection newConnection(Connector connector, EndPoint endPoint) {
    WatchedEndPoint watched = new WatchedEndPoint(endPoint, connector.getExecutor());
    open.add(watched);
    return super.newConnection(connector, watched);
  }

  /** Close connections where a head began before a moment and is still incomplete. */
  void closeHeadsSince(long moment) {
    open.stream().filter(each -> each.hasHeadSince(moment)).forEach(WatchedEndPoint::close);
  }

  private final class Forgetting implements Connection.Listener {
    @Override
    public void onClosed(Connection connection) {
      if (connection.getEndPoint() instanceof WatchedEndPoint watched) {
        open.remove(watched);
      }
    }
  }
}
