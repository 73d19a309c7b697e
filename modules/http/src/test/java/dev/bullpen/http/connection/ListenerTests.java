package dev.bullpen.http.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code --listen} takes. */
class ListenerTests {
  private static final String LONGEST = "/" + "x".repeat(106);

  @ParameterizedTest
  @ValueSource(
      strings = {"127.0.0.1:8080", "localhost:0", "[::1]:8080", "0.0.0.0:65535", "unix:/run/a b/s"})
  void whatIsReadIsWrittenTheSame(String text) {
    assertEquals(text, Listener.parse(text).toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          8080             | name the address too
          :8080            | name the address too
          ''               | name the address too
          []:8080          | name the address too
          ::1:8080         | brackets around an IPv6 address
          127.0.0.1:       | a port from 0 to 65535
          127.0.0.1:http   | a port from 0 to 65535
          127.0.0.1:-1     | a port from 0 to 65535
          127.0.0.1:65536  | a port from 0 to 65535
          unix:            | name a file
          """)
  void whatIsWrongIsNamedWithTheRemedy(String text, String remedy) {
    Exception e = assertThrows(IllegalArgumentException.class, () -> Listener.parse(text));
    assertTrue(e.getMessage().startsWith("Cannot listen on \"" + text + "\": "), e.getMessage());
    assertTrue(e.getMessage().contains(remedy), e.getMessage());
  }

  @Test
  void thePathOfASocketHasAtMost107Bytes() {
    assertEquals("unix:" + LONGEST, Listener.parse("unix:" + LONGEST).toString());
    Exception e =
        assertThrows(IllegalArgumentException.class, () -> Listener.parse("unix:" + LONGEST + "x"));
    assertTrue(e.getMessage().contains("108 bytes"), e.getMessage());
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1:1", "127.8.8.8:1", "localhost:1", "[::1]:1", "unix:/s"})
  void theseAreReachedFromThisMachineAlone(String text) {
    assertTrue(Listener.parse(text).isLocal());
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.0.0.0:1", "[::]:1", "192.0.2.1:1", "unknown.invalid:1"})
  void theseMayBeReachedFromOthers(String text) {
    assertFalse(Listener.parse(text).isLocal());
  }
}
