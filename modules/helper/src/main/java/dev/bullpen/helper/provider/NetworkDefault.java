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
final class NetworkDefault {
  private NetworkDefault() {}

  /**
   * Puts it back.
   *
   * @param name one of those in {@code ProjectClasses}
   */
  static Runnable of(String name) {
    return switch (name) {
      case "java.net.Authenticator" -> {
        Authenticator before = Authenticator.getDefault();
        yield () -> Authenticator.setDefault(before);
      }
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

  private static Runnable redirects() {
    boolean before = HttpURLConnection.getFollowRedirects();
    return () -> HttpURLConnection.setFollowRedirects(before);
  }

  /** The usual factory is made when it is first wanted, which takes a while; so it is not now. */
  private static Runnable https() {
    Runnable redirects = redirects();
    HostnameVerifier before = HttpsURLConnection.getDefaultHostnameVerifier();
    return () -> {
      redirects.run();
      HttpsURLConnection.setDefaultHostnameVerifier(before);
      HttpsURLConnection.setDefaultSSLSocketFactory(
          (SSLSocketFactory) SSLSocketFactory.getDefault());
    };
  }
}
