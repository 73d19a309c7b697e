package dev.bullpen.posix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.posix.proc.Self;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
@Timeout(60)
class UnixListenerTests {
  private static final Duration SOON = Duration.ofSeconds(20);
  private static final Duration AT_ONCE = Duration.ofMillis(50);

  @TempDir Path folder;
  private Path path;

  @BeforeEach
  void a_path() {
    path = folder.resolve("socket of ä server");
  }

  private SocketChannel connect() throws Exception {
    return SocketChannel.open(UnixDomainSocketAddress.of(path));
  }

  private static ByteBuffer bytes(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void who_connects_is_known_and_its_line_is_read_and_answered() throws Exception {
    try (UnixListener listener = UnixListener.bind(path);
        SocketChannel client = connect();
        UnixConnection taken = listener.accept().orElseThrow()) {
      assertEquals(new UnixConnection.Peer(Self.pid(), Self.userId()), taken.peer());
      assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(path)));
      client.write(bytes("wor"));
      client.write(bytes("d\nmore"));
      assertEquals(Optional.of("word"), taken.readLine(10, SOON));

      assertTrue(taken.write("answer".getBytes(StandardCharsets.UTF_8), SOON));
      ByteBuffer answer = ByteBuffer.allocate(6);
      while (answer.hasRemaining()) {
        assertTrue(client.read(answer) > 0);
      }
      assertEquals(bytes("answer"), answer.flip());
    }
  }

  @SuppressWarnings("try") // the client closes before the server does
  @Test
  void a_line_that_is_too_long_or_late_or_cut_is_none() throws Exception {
    try (UnixListener listener = UnixListener.bind(path)) {
      try (SocketChannel client = connect();
          UnixConnection taken = listener.accept().orElseThrow()) {
        assertEquals(Optional.empty(), taken.readLine(10, AT_ONCE));
        client.write(bytes("12345678901\n"));
        assertEquals(Optional.empty(), taken.readLine(10, SOON));
      }
      try (SocketChannel client = connect();
          UnixConnection taken = listener.accept().orElseThrow()) {
        client.write(bytes("1234567890\n"));
        assertEquals(Optional.of("1234567890"), taken.readLine(10, SOON));
        client.write(bytes("cut"));
        client.close();
        assertEquals(Optional.empty(), taken.readLine(10, SOON));
        assertTrue(taken.isOver());
      }
    }
  }

  @SuppressWarnings("try") // the client closes before the server does
  @Test
  void a_client_that_does_not_read_holds_up_a_write_no_longer_than_it_may() throws Exception {
    byte[] much = new byte[10_000_000];
    try (UnixListener listener = UnixListener.bind(path);
        SocketChannel client = connect();
        UnixConnection taken = listener.accept().orElseThrow()) {
      assertFalse(taken.isOver());
      assertFalse(taken.write(much, AT_ONCE));
      client.close();
      assertFalse(taken.write(much, SOON));
      assertTrue(taken.isOver());
    }
  }

  @Test
  void one_that_is_shut_takes_no_more_and_is_abandoned_when_it_is_closed() throws Exception {
    try (UnixListener listener = UnixListener.bind(path)) {
      CompletableFuture<Optional<UnixConnection>> next = new CompletableFuture<>();
      Thread waiting =
          new Thread(
              () -> {
                try {
                  next.complete(listener.accept());
                } catch (PosixException e) {
                  next.completeExceptionally(e);
                }
              });
      waiting.start();
      assertFalse(UnixListener.isAbandoned(path), "the control: it is listened on");
      next.get(20, TimeUnit.SECONDS).orElseThrow().close();
      listener.shut();
      assertEquals(Optional.empty(), listener.accept());
      waiting.join();
    }
    assertTrue(UnixListener.isAbandoned(path));
    assertFalse(UnixListener.isAbandoned(folder.resolve("none")));
  }

  @Test
  void a_path_that_is_taken_is_left_alone() throws Exception {
    Files.writeString(path, "mine");
    assertThrows(PosixException.class, () -> UnixListener.bind(path));
    assertEquals("mine", Files.readString(path));
  }
}
