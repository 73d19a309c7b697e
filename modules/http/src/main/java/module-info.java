/**
 * Streamable HTTP, the transport for many clients. It is in the module graph only when requested.
 */
@SuppressWarnings("requires-automatic") // the client library of Prometheus has no descriptors
module dev.bullpen.http {
  requires dev.bullpen.json;
  requires dev.bullpen.posix;
  requires transitive dev.bullpen.project;
  requires dev.bullpen.protocol;
  requires transitive dev.bullpen.server;
  requires dev.bullpen.wire;
  requires jdk.unsupported;
  requires static com.nimbusds.jose.jwt;
  requires static io.prometheus.metrics.core;
  requires static io.prometheus.metrics.instrumentation.jvm;
  requires static io.prometheus.metrics.model;
  requires static io.prometheus.writer.text;
  requires static java.management;
  requires static java.net.http;
  requires static org.jspecify;
  requires org.eclipse.jetty.alpn.java.server;
  requires org.eclipse.jetty.http;
  requires org.eclipse.jetty.http2.server;
  requires org.eclipse.jetty.io;
  requires org.eclipse.jetty.server;
  requires org.eclipse.jetty.unixdomain.server;
  requires org.eclipse.jetty.util;

  exports dev.bullpen.http;
}
