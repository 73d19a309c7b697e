package dev.bullpen.http.connection;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsContextTests {
  @TempDir private Path folder;

  @Test
  void a_pair_is_used_as_soon_as_it_can_be_although_its_files_stay_the_same() throws Exception {
    TlsFiles files = new TlsFiles(folder.resolve("cert.pem"), folder.resolve("key.pem"));
    KeyPair pair = KeyPair.make(folder, "EC");
    pair.write(files);
    TlsContext context = new TlsContext(files);
    pair.write(files);
    context.factory().setProtocol("none");
    try (Log log = new Log()) {
      for (int i = 0; i < 4; i++) {
        context.check();
      }
      context.factory().setProtocol("TLS");
      context.check();
      await().atMost(Duration.ofSeconds(30)).until(() -> log.has("was read again"));
      assertEquals(1, log.count("cannot be used"));
    }
  }
}
