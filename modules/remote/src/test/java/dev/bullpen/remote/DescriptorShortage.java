package dev.bullpen.remote;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLException;

/**
 * A process that first wants TLS when it has only so many descriptors left, and again when it has
 * enough. It says what came of each.
 */
final class DescriptorShortage {
  private DescriptorShortage() {}

  public static void main(String[] arguments) throws IOException {
    // What every server has loaded long before.
    Network.of("10.0.0.0/8", "private");
    Files.readAllBytes(Path.of("/dev/null"));
    new PinnedSocket().close();
    JdkTls tls = new JdkTls(System.getProperties());
    List<InputStream> held = new ArrayList<>();
    try {
      while (true) {
        held.add(new FileInputStream("/dev/null"));
      }
    } catch (IOException full) {
      for (int i = 0; i < Integer.parseInt(arguments[0]); i++) {
        held.remove(held.size() - 1).close();
      }
    }
    say(tls);
    for (InputStream each : held) {
      each.close();
    }
    say(tls);
  }

  private static void say(JdkTls tls) {
    try {
      tls.sockets().createSocket().close();
      System.out.println("made");
    } catch (SSLException e) {
      System.out.println("refused");
    } catch (IOException | LinkageError e) {
      System.out.println(e);
    }
  }
}
