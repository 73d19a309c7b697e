package dev.bullpen.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.remote.FetchException.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each host has one form, and what only looks like a name has none. */
class HostNameTests {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "2130706433",
        "0",
        "127",
        "127.1",
        "127.0.1",
        "127.0.0.01",
        "127.0.0.1.",
        "127.0.0.1..",
        "0127.0.0.1",
        "0177.0.0.1",
        "0177.1",
        "017700000001",
        "00127.0.0.1",
        "0x7f000001",
        "0X7F000001",
        "0x7f.1",
        "0x7f.0.0.0x1",
        "127.0.0.0x1",
        "0x",
        "a.0x",
        "256.0.0.1",
        "127.0.0.256",
        "127.0.0.1000",
        "1.2.3.4.5",
        "1.2.3.",
        ".1.2.3.4",
        "1..2.3",
        "99999999999999999999",
        "example.1",
        "files.example.0x7f",
        "\uff11\uff12\uff17.0.0.1",
        "127\u30020\u30020\u30021",
        "127.0.0.\u2460",
        "%31%32%37.0.0.1",
        "127.0.0.1%00",
        "[::1%lo]",
        "[fe80::1%25eth0]",
        "[::ffff:127.0.0.1]",
        "[::ffff:7f00:1]",
        "[0:0:0:0:0:ffff:8.8.8.8]",
        "[127.0.0.1]",
        "[2130706433]",
        "[v1.a:b]",
        "[::1",
        "[::1]x",
        "[]",
        "[:]",
        "[1::2::3]",
        "[12345::]",
        "[::1].example",
        "::1",
        "",
        ".",
        "..",
        "files.example.",
        "files..example",
        ".files.example",
        "-files.example",
        "files-.example",
        "files_.example",
        "files example",
        "files\texample",
        "files\u0000.example",
        "files/example",
        "files\\example",
        "files@example",
        "files?example",
        "*.example",
      })
  void what_is_neither_a_name_nor_a_plain_address_is_refused(String text) {
    FetchException refused = assertThrows(FetchException.class, () -> HostName.of(text));

    assertEquals(Kind.POLICY, refused.kind());
    assertEquals("The host of the URI is not usable", refused.getMessage());
  }

  @ParameterizedTest
  @CsvSource({
    "files.example, files.example",
    "FILES.Example, files.example",
    "a, a",
    "localhost, localhost",
    "1.example, 1.example",
    "0x7f.example, 0x7f.example",
    "127.0.0.1.example, 127.0.0.1.example",
    "1.2.3.4a, 1.2.3.4a",
    "0xg, 0xg",
    "xn--bcher-kva.example, xn--bcher-kva.example",
    "b\u00fccher.example, xn--bcher-kva.example",
    "B\u00dcCHER.example, xn--bcher-kva.example",
    "files\u3002example, files.example",
  })
  void a_name_is_in_ascii_and_lower_case(String text, String expected) throws Exception {
    assertEquals(expected, HostName.of(text).text());
    assertTrue(HostName.of(text).literal().isEmpty());
  }

  @ParameterizedTest
  @CsvSource({
    "0.0.0.0, 0.0.0.0, 0.0.0.0",
    "8.8.8.8, 8.8.8.8, 8.8.8.8",
    "127.0.0.1, 127.0.0.1, 127.0.0.1",
    "255.255.255.255, 255.255.255.255, 255.255.255.255",
    "199.249.100.200, 199.249.100.200, 199.249.100.200",
    "[::1], [0:0:0:0:0:0:0:1], 0:0:0:0:0:0:0:1",
    "[2606:4700:0:0::0001], [2606:4700:0:0:0:0:0:1], 2606:4700:0:0:0:0:0:1",
    "[2606:4700::A], [2606:4700:0:0:0:0:0:a], 2606:4700:0:0:0:0:0:a",
    "[fe80::1], [fe80:0:0:0:0:0:0:1], fe80:0:0:0:0:0:0:1",
    "[64:ff9b::1.2.3.4], [64:ff9b:0:0:0:0:102:304], 64:ff9b:0:0:0:0:102:304",
  })
  void an_address_has_one_form_and_needs_no_name_server(String text, String expected, String bare)
      throws Exception {
    HostName host = HostName.of(text);

    assertEquals(expected, host.text());
    assertEquals(bare, host.bare());
    assertEquals(Fetching.address(bare), host.literal().orElseThrow());
  }

  @Test
  void a_name_may_be_as_long_as_names_can_be() throws Exception {
    String label = "a".repeat(63);
    String longest = String.join(".", label, label, label, "b".repeat(61));

    assertEquals(HostName.MAX_LENGTH, HostName.of(longest).text().length());
    assertEquals(252, HostName.of(longest.substring(1)).text().length());
    assertThrows(FetchException.class, () -> HostName.of(longest + "b"));
  }
}
