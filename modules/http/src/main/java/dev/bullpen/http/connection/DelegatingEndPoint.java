package dev.bullpen.http.connection;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** An end point that delegates everything to another. */
abstract class DelegatingEndPoint implements EndPoint, EndPoint.Wrapper {
  private final EndPoint endPoint;

  DelegatingEndPoint(EndPoint endPoint) {
    this.endPoint = endPoint;
  }

  @Override
  public EndPoint unwrap() {
    return endPoint;
  }

  @Override
  public SocketAddress getLocalSocketAddress() {
    return endPoint.getLocalSocketAddress();
  }

  @Override
  public SocketAddress getRemoteSocketAddress() {
    return endPoint.getRemoteSocketAddress();
  }

  @Override
  public boolean isOpen() {
    return endPoint.isOpen();
  }

  @Override
  public long getCreatedTimeStamp() {
    return endPoint.getCreatedTimeStamp();
  }

  @Override
  public void shutdownOutput() {
    endPoint.shutdownOutput();
  }

  @Override
  public boolean isOutputShutdown() {
    return endPoint.isOutputShutdown();
  }

  @Override
  public boolean isInputShutdown() {
    return endPoint.isInputShutdown();
  }

  @Override
  public void close(@Nullable Throwable cause) {
    endPoint.close(cause);
  }

  @Override
  public int fill(ByteBuffer buffer) throws IOException {
    return endPoint.fill(buffer);
  }

  @Override
  public boolean flush(ByteBuffer... buffers) throws IOException {
    return endPoint.flush(buffers);
  }

  @Override
  public Object getTransport() {
    return endPoint.getTransport();
  }

  @Override
  public long getIdleTimeout() {
    return endPoint.getIdleTimeout();
  }

  @Override
  public void setIdleTimeout(long millis) {
    endPoint.setIdleTimeout(millis);
  }

  @Override
  public void fillInterested(Callback callback) {
    endPoint.fillInterested(callback);
  }

  @Override
  public boolean tryFillInterested(Callback callback) {
    return endPoint.tryFillInterested(callback);
  }

  @Override
  public boolean isFillInterested() {
    return endPoint.isFillInterested();
  }

  @Override
  public void write(Callback callback, ByteBuffer... buffers) {
    endPoint.write(callback, buffers);
  }

  @Override
  public @Nullable Callback cancelWrite(Throwable cause) {
    return endPoint.cancelWrite(cause);
  }

  @Override
  public Connection getConnection() {
    return endPoint.getConnection();
  }

  @Override
  public void setConnection(Connection connection) {
    endPoint.setConnection(connection);
  }

  @Override
  public void onOpen() {
    endPoint.onOpen();
  }

  @Override
  public void onClose(@Nullable Throwable cause) {
    endPoint.onClose(cause);
  }

  @Override
  public void upgrade(Connection connection) {
    endPoint.upgrade(connection);
  }

  @Override
  public EndPoint.@Nullable SslSessionData getSslSessionData() {
    return endPoint.getSslSessionData();
  }
}
