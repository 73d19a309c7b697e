package dev.bullpen.http.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is done with the file of a Unix socket. */
class SocketFileTests {
  @TempDir private Path folder;
  private Path path;

  @BeforeEach
  void name() {
    path = folder.resolve("made/too/socket");
  }

  private TestServer open() throws IOException {
    return new TestServer(
        new TestServer.Counting(),
        ConnectionLimits.DEFAULTS,
        Optional.empty(),
        new Listener.Unix(path));
  }

  @Test
  void folderAndSocketAreForTheirOwnerAlone() throws Exception {
    try (TestServer server = open()) {
      assertEquals(new Listener.Unix(path), server.listener());
      assertEquals("rwx------", permissions(path.getParent()));
      assertEquals("rw-------", permissions(path));
    }
  }

  private static String permissions(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }

  @Test
  void aFolderThatOthersCanWriteToIsRefused() throws Exception {
    Files.createDirectories(path.getParent());
    for (String open : new String[] {"rwxrwx---", "rwx----w-"}) {
      Files.setPosixFilePermissions(path.getParent(), PosixFilePermissions.fromString(open));
      refused("Other users can write to the folder " + path.getParent());
    }
    Files.setPosixFilePermissions(path.getParent(), PosixFilePermissions.fromString("rwxr-xr-x"));
    open().close();
  }

  @Test
  void aSocketThatADeadServerHasLeftIsReplaced() throws Exception {
    Files.createDirectories(path.getParent());
    try (ServerSocketChannel dies = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      dies.bind(UnixDomainSocketAddress.of(path));
    }
    assertTrue(Files.exists(path));
    try (TestServer server = open();
        RawClient client = RawClient.of(server.listener())) {
      client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n").await("body of 0");
    }
  }

  @Test
  void aSocketThatAnotherServerListensOnStays() throws Exception {
    try (TestServer first = open();
        RawClient client = RawClient.of(first.listener())) {
      refused("Another server listens on " + path);
      client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n").await("body of 0");
      RawClient.of(first.listener()).close();
    }
  }

  @Test
  void anyOtherFileStays() throws Exception {
    Files.createDirectories(path.getParent());
    Files.writeString(path, "precious");
    refused(path + " is not a socket of this user");
    assertEquals("precious", Files.readString(path));
  }

  private void refused(String why) {
    IOException e = assertThrows(IOException.class, this::open);
    assertTrue(e.getMessage().contains(why), e.getMessage());
  }
}
