package dev.bullpen.pool;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.pool.job.FailureReason;
import dev.bullpen.pool.job.JobOutcome;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What one class that has run in a helper is to the next one there: mostly nothing. */
@Tag("slow")
class ProviderStateTests extends ProviderTests {
  @Test
  void what_it_changes_for_everybody_is_put_back() throws Exception {
    String state =
        "System.getProperty(\"user.home\") + System.getProperty(\"mine\") + Locale.getDefault()"
            + "+ TimeZone.getDefault().getID() + System.in.available() + %s".formatted(PID);
    classes
        .main("State", "System.out.print(%s);".formatted(state))
        .main(
            "Changes",
            """
            System.setProperty("user.home", "/elsewhere"); System.setProperty("mine", "1");
            Locale.setDefault(Locale.JAPAN); TimeZone.setDefault(TimeZone.getTimeZone("Asia/Tokyo"));
            System.setIn(new ByteArrayInputStream(new byte[99]));
            System.setOut(new PrintStream(OutputStream.nullOutputStream()));
            """);
    String before = run("State");
    assertEquals("", run("Changes"));
    assertEquals(before, run("State"));
  }

  @Test
  void what_it_changes_for_every_connection_is_put_back() throws Exception {
    String state =
        "\"\" + java.net.CookieHandler.getDefault()"
            + "+ java.net.ProxySelector.getDefault()"
            + "+ javax.net.ssl.HttpsURLConnection.getDefaultHostnameVerifier()"
            + "+ javax.net.ssl.HttpsURLConnection.getDefaultSSLSocketFactory().getClass()"
            + "+ java.net.HttpURLConnection.getFollowRedirects() + %s".formatted(PID);
    classes
        .main("Exits", "System.exit(7);")
        .main("State", "System.out.print(%s);".formatted(state))
        .main(
            "Changes",
            """
            java.net.CookieManager.setDefault(new java.net.CookieManager());
            java.net.ProxySelector.setDefault(java.net.ProxySelector.of(null));
            javax.net.ssl.HttpsURLConnection.setDefaultHostnameVerifier((host, session) -> true);
            javax.net.ssl.HttpsURLConnection.setDefaultSSLSocketFactory(
                new javax.net.ssl.SSLSocketFactory() {
                  public String[] getDefaultCipherSuites() { return null; }
                  public String[] getSupportedCipherSuites() { return null; }
                  public java.net.Socket createSocket(java.net.Socket s, String h, int p, boolean c) { return null; }
                  public java.net.Socket createSocket(String h, int p) { return null; }
                  public java.net.Socket createSocket(String h, int p, java.net.InetAddress a, int q) { return null; }
                  public java.net.Socket createSocket(java.net.InetAddress a, int p) { return null; }
                  public java.net.Socket createSocket(java.net.InetAddress a, int p, java.net.InetAddress b, int q) { return null; }
                });
            javax.net.ssl.HttpsURLConnection.setFollowRedirects(false);
            """);
    assertEquals(FailureReason.EXIT, pool.run(classes.job("Exits")).failure());
    // In a new helper, before any other program has named one of them.
    assertEquals("", run("Changes"));
    String after = run("State");
    assertTrue(after.startsWith("nullsun.net.spi.DefaultProxySelector@"), after);
    assertTrue(after.contains("javax.net.ssl.HttpsURLConnection$DefaultHostnameVerifier"), after);
    assertTrue(after.contains("class sun.security.ssl.SSLSocketFactoryImpl"), after);
    assertTrue(after.endsWith("true" + run("Pid")), after);
    assertEquals("", run("Changes"));
    assertEquals(after, run("State"));
  }

  /** The JDK keeps what a server has accepted for as long as the JVM lives. */
  @Test
  void what_one_has_logged_in_with_is_not_sent_for_the_next() throws Exception {
    try (Door door = new Door()) {
      String knock =
          "System.out.print(((java.net.HttpURLConnection) new java.net.URL(\"%s\").openConnection()).getResponseCode());"
              .formatted(door.url());
      String login =
          """
          java.net.Authenticator.setDefault(
              new java.net.Authenticator() {
                @Override
                protected java.net.PasswordAuthentication getPasswordAuthentication() {
                  return new java.net.PasswordAuthentication("ada", "secret".toCharArray());
                }
              });
          """;
      classes
          .main("Knocks", knock)
          .main("LogsIn", login + knock)
          .main("LogsInAndFails", login + knock + "throw new IOException();");
      assertEquals("401", run("Knocks"));
      assertEquals("200", run("LogsIn"));
      assertEquals("401", run("Knocks"));
      assertEquals("200", run("LogsInAndFails"));
      assertEquals("401", run("Knocks"));
      assertEquals(run("Pid"), run("Pid"));
    }
  }

  /** A server on this host that requires a name and a password. */
  private static final class Door implements AutoCloseable {
    private final ServerSocket socket = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
    private final Thread thread = new Thread(this::run, "door");

    Door() throws IOException {
      thread.start();
    }

    String url() {
      return "http://%s:%d/"
          .formatted(socket.getInetAddress().getHostAddress(), socket.getLocalPort());
    }

    private void run() {
      try {
        while (true) {
          answer();
        }
      } catch (IOException closed) {
        // The test is over.
      }
    }

    private void answer() throws IOException {
      try (Socket visitor = socket.accept()) {
        BufferedReader in =
            new BufferedReader(new InputStreamReader(visitor.getInputStream(), US_ASCII));
        boolean known = false;
        String line = in.readLine();
        while (line != null && !line.isEmpty()) {
          known |= line.startsWith("Authorization: Basic ");
          line = in.readLine();
        }
        String status =
            known ? "200 OK" : "401 Unauthorized\r\nWWW-Authenticate: Basic realm=\"test\"";
        visitor
            .getOutputStream()
            .write(
                "HTTP/1.1 %s\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
                    .formatted(status)
                    .getBytes(US_ASCII));
      }
    }

    @Override
    public void close() throws IOException {
      socket.close();
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Test
  void a_standard_stream_that_one_has_closed_is_open_for_the_next() throws Exception {
    classes
        .main(
            "Closes",
            "try (PrintWriter out = new PrintWriter(System.out)) { out.print(%s); }".formatted(PID)
                + "System.err.close(); new Scanner(System.in).close();")
        .main(
            "Uses",
            "System.out.print(%s); System.err.print(System.in.read()); throw new IOException(\"heard\");"
                .formatted(PID));
    String helper = run("Closes");
    assertEquals(helper, run("Pid"));
    JobOutcome.Completed outcome = completed("Uses");
    assertEquals(helper, new String(outcome.stdout()));
    String errors = new String(outcome.stderr());
    assertTrue(errors.startsWith("-1java.io.IOException: heard"), errors);
  }

  @Test
  void a_class_that_could_not_be_initialized_is_loaded_again_by_the_next_call() throws Exception {
    classes.main(
        "Starts",
        """
        System.out.print(%s);
          }
          static {
            try {
              System.err.print(java.nio.file.Files.readString(java.nio.file.Path.of("%s")));
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
        """
            .formatted(PID, folder.resolve("later")));
    assertEquals(1, completed("Starts").code());
    assertEquals(1, completed("Starts").code());
    Files.writeString(folder.resolve("later"), "x");
    assertEquals(run("Pid"), run("Starts"));
  }

  @Test
  void static_fields_live_as_long_as_the_class_path_is_the_same() throws Exception {
    classes.main("Counts", "System.out.print(++calls);");
    assertEquals("1", run("Counts"));
    assertEquals("2", run("Counts"));
    CompiledProviders other =
        new CompiledProviders(folder.resolve("other")).main("Counts", "System.out.print(++calls);");
    assertEquals("1", pool.run(other.job("Counts")).output());
  }

  @Test
  void the_first_call_of_each_class_path_finds_its_jdbc_driver() throws Exception {
    String helper = run("Pid");
    for (String version : List.of("one", "two", "three")) {
      assertEquals(helper + version, pool.run(withDriver(version).job("Connects")).output());
    }
  }

  private CompiledProviders withDriver(String version) throws Exception {
    CompiledProviders made = new CompiledProviders(folder.resolve(version));
    made.main(
        "Connects",
        """
          System.out.print(%s + java.sql.DriverManager.getDriver("jdbc:%s:x").toString());
        }
        public static class Driver implements java.sql.Driver {
          static {
            try { java.sql.DriverManager.registerDriver(new Driver()); }
            catch (java.sql.SQLException e) { throw new IllegalStateException(e); }
          }
          public String toString() { return "%2$s"; }
          public java.sql.Connection connect(String url, Properties with) { return null; }
          public boolean acceptsURL(String url) { return url.startsWith("jdbc:%2$s:"); }
          public java.sql.DriverPropertyInfo[] getPropertyInfo(String url, Properties with) {
            return new java.sql.DriverPropertyInfo[0];
          }
          public int getMajorVersion() { return 1; }
          public int getMinorVersion() { return 0; }
          public boolean jdbcCompliant() { return false; }
          public java.util.logging.Logger getParentLogger() { return null; }
        """
            .formatted(PID, version));
    Path services = Files.createDirectories(made.classes().resolve("META-INF/services"));
    Files.writeString(services.resolve("java.sql.Driver"), "# of a test\nConnects$Driver\n");
    return made;
  }
}
