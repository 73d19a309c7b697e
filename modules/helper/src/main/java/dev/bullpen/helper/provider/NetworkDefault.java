package dev.bullpen.helper.provider;

import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.HttpURLConnection;
import java.net.ProxySelector;
import javax.net.ssl.HostnameVerifier;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLSocketFactory;

/**
 * What a class of {@code java.net} keeps for everybody in the JVM, as it was when classes of a
 * project first named that class: until then none can have changed it, and a helper need not load
 * it.
 */
interface NetworkDefault {
  /** Put it back. */
  void restore();

  /** Whether the JVM is as before with it; else no other provider is to run there. */
  default boolean isRestorable() {
    return true;
  }

  /**
   * As it is.
   *
   * @param name one of those in {@code ProjectClasses}
   */
  static NetworkDefault of(String name) {
    return switch (name) {
      case "java.net.Authenticator" -> new DefaultAuthenticator();
      case "java.net.CookieHandler", "java.net.CookieManager" -> {
        CookieHandler before = CookieHandler.getDefault();
        yield () -> CookieHandler.setDefault(before);
      }
      case "java.net.ProxySelector" -> {
        ProxySelector before = ProxySelector.getDefault();
        yield () -> ProxySelector.setDefault(before);
      }
      case "java.net.HttpURLConnection" -> redirects();
      case "javax.net.ssl.HttpsURLConnection" -> https();
      default -> throw new IllegalArgumentException(name);
    };
  }

  private static NetworkDefault redirects() {
    boolean before = HttpURLConnection.getFollowRedirects();
    return () -> HttpURLConnection.setFollowRedirects(before);
  }

  /** The usual factory is made when it is first wanted, which takes a while; so it is not now. */
  private static NetworkDefault https() {
    NetworkDefault redirects = redirects();
    HostnameVerifier before = HttpsURLConnection.getDefaultHostnameVerifier();
    return () -> {
      redirects.restore();
      HttpsURLConnection.setDefaultHostnameVerifier(before);
      HttpsURLConnection.setDefaultSSLSocketFactory(
          (SSLSocketFactory) SSLSocketFactory.getDefault());
    };
  }

  /**
   * Who is asked for names and passwords. What a server has accepted of them the JDK keeps for as
   * long as the JVM lives, and sends to that server again whoever asks for a connection; so nobody
   * else is to ask where there has been another than before.
   */
  final class DefaultAuthenticator implements NetworkDefault {
    private final Authenticator before = Authenticator.getDefault();
    private volatile boolean changed;

    @Override
    public void restore() {
      if (Authenticator.getDefault() != before) {
        changed = true;
        Authenticator.setDefault(before);
      }
    }

    @Override
    public boolean isRestorable() {
      return !changed && Authenticator.getDefault() == before;
    }
  }
}
