package dev.bullpen.remote;

import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocketFactory;

/** Makes connections secure, as far as somebody is trusted. */
interface Tls {
  /**
   * What makes them.
   *
   * @throws SSLException if it cannot be had just now
   */
  SSLSocketFactory sockets() throws SSLException;
}
