package dev.bullpen.posix.log;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.zip.ZipException;
import org.junit.jupiter.api.Test;

class CauseTests {
  private static void assertCause(String cause, String withPath, IOException e) {
    assertEquals(cause, Cause.of(e));
    assertEquals(withPath, Cause.withPath(e));
  }

  @Test
  void an_exception_that_has_only_a_path_gets_words() {
    assertCause("permission denied", "/a: permission denied", new AccessDeniedException("/a"));
    assertCause(
        "there is no such file", "/a: there is no such file", new NoSuchFileException("/a"));
    assertCause(
        "something is in the way",
        "/a: something is in the way",
        new FileAlreadyExistsException("/a"));
    assertCause(
        "a link to a folder that it is in",
        "/a: a link to a folder that it is in",
        new FileSystemLoopException("/a"));
    assertCause(
        "NotDirectoryException", "/a: NotDirectoryException", new NotDirectoryException("/a"));
  }

  @Test
  void the_reason_of_the_system_is_shown_as_it_is() {
    assertCause(
        "No space left on device",
        "/a: No space left on device",
        new FileSystemException("/a", null, "No space left on device"));
    assertCause(
        "No space left on device",
        "No space left on device",
        new IOException("No space left on device"));
    assertCause(
        "error in opening zip file",
        "error in opening zip file",
        new ZipException("error in opening zip file"));
  }

  @Test
  void a_message_that_says_nothing_to_a_user_is_replaced() {
    assertCause("not UTF-8", "not UTF-8", new MalformedInputException(1));
    assertCause("IOException", "IOException", new IOException());
  }
}
