package dev.bullpen.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.remote.FetchException.Kind;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code providers/https.sh} goes where {@link HttpsFetch} goes, and nowhere else. */
@Timeout(60)
class HttpsProviderTests {
  @TempDir Path folder;
  private HttpsProvider provider;

  @BeforeEach
  void provider() throws Exception {
    provider = new HttpsProvider(folder).pretending();
  }

  @ParameterizedTest
  @CsvSource({
    "'', '', '', https://files.example/, false",
    "files.example, '', '', https://files.example/, true",
    "'a.example,files.example', '', '', https://files.example/, true",
    "' ,, a.example ,\t FILES.example,', '', '', HTTPS://Files.EXAMPLE:443/a, true",
    "files.example, '', '', https://www.files.example/, false",
    "files.example, '', '', https://example/, false",
    "files.example, '', '', https://files.example.org/, false",
    "files.example, '', '', https://files.example:8443/, false",
    "files.example:8443, '', '', https://files.example:8443/, true",
    "files.example:8443, '', '', https://files.example:08443/, true",
    "files.example:8443, '', '', https://files.example/, false",
    "*.example, '', '', https://files.example/, false",
    "files.example., '', '', https://files.example/, false",
    "'', true, '', https://files.example/, true",
    "'', ' On ', '', https://files.example/, true",
    "'', no, '', https://files.example/, false",
    "'', 2, '', https://files.example/, false",
    "'', true, '', https://files.example:8443/, false",
    "'', true, FILES.example, https://files.example/, false",
    "'', true, files.example:443, https://files.example/, false",
    "'', true, files.example:8443, https://files.example/, true",
    "files.example:8443, '', files.example, https://files.example:8443/, false",
    "'', true, '', https://8.8.8.8/, true",
    "'', true, 8.8.8.8, https://8.8.8.8/, false",
    "'[2606:4700:0::1]', '', '', 'https://[2606:4700::1]/', true",
    "'', true, '[2606:4700:0::1]', 'https://[2606:4700::1]/', false",
    "'', true, '', https://2130706433/, false",
    "'', true, '', https://0x8.8.8.8/, false",
    "'', true, '', https://8.8.2056/, false",
    "'', true, '', https://8.8.8.010/, false",
    "'', true, '', https://8.8.8.0x8/, false",
    "'', true, '', https://8.8.8.256/, false",
    "'', true, '', https://files.8/, false",
    "'', true, '', https://files.example./, false",
    "'', true, '', https://files..example/, false",
    "'', true, '', https://-files.example/, false",
    "'', true, '', https://files-.example/, false",
    "'', true, '', https://files_1.example/, false",
    "'', true, '', https://files%2eexample/, false",
    "'', true, '', 'https://[::ffff:8.8.8.8]/', false",
    "'', true, '', 'https://[fe80::1%25eth0]/', false",
    "'', true, '', 'https://[2606:4700:::1]/', false",
    "'', true, '', 'https://[2606:4700]/', false",
    "'', true, '', 'https://[1:2:3:4:5:6:7:8:9]/', false",
    "'', true, '', 'https://[2001:4860::8.8.8.8]/', true",
    "'', true, '', http://files.example/, false",
    "'', true, '', https:files.example, false",
    "'', true, '', https:///files.example/, false",
    "'', true, '', git+https://files.example/, false",
    "'', true, '', https://user@files.example/, false",
    "'', true, '', https://files.example@10.0.0.1/, false",
    "'', true, '', https://files.example:0/, false",
    "'', true, '', https://files.example:65536/, false",
    "'', true, '', https://files.example/a b, false",
    "'', true, '', 'https://files.example/\\', false",
    "'', true, '', https://files.example/a%20b?c=d&e#f, true",
    "'', true, '', https://files.example?c, true",
  })
  void hosts_may_be_read_as_the_server_would_read_them(
      String allowed, String all, String denied, String uri, boolean may) throws Exception {
    Map<String, String> settings =
        Map.of(
            HttpsPolicy.ALLOW_HOSTS, allowed,
            HttpsPolicy.ALLOW_ALL, all,
            HttpsPolicy.DENY_HOSTS, denied);
    settings.forEach(provider::with);

    assertEquals(may, serverMay(settings, uri), "the server");
    Ran ran = provider.read(uri);
    assertEquals(may ? 0 : 4, ran.exitCode(), ran.toString());
    assertEquals(may, !provider.calls().isEmpty());
    assertEquals(may, ran.told().isEmpty(), ran.err());
  }

  static Stream<String> addresses() {
    return Stream.of(
            PublicAddressesTests.ends().stream(),
            PublicAddressesTests.publicNeighbours().stream(),
            Stream.of(
                "2000::",
                "2001:1ff:ffff::1",
                "2001:200::",
                "2001:db7:ffff::1",
                "2001:db8::1",
                "2001:db9::",
                "2002::1",
                "2003::",
                "2a00:1450:4001::200e",
                "3ffe:ffff::",
                "3fff:fff:ffff::1",
                "3fff:1000::",
                "4000::",
                "::",
                "::1",
                "::8.8.8.8",
                "64:ff9b::8.8.8.8",
                "64:ff9b::127.0.0.1",
                "64:ff9b::a9fe:a9fe",
                "64:ff9b:1::8.8.8.8",
                "100::1",
                "fc00::1",
                "fe80::1",
                "fec0::1",
                "ff02::1"))
        .flatMap(list -> list);
  }

  @ParameterizedTest
  @MethodSource("addresses")
  void addresses_are_public_or_not_as_they_are_to_the_server(String address) throws Exception {
    boolean isPublic = new PublicAddresses().objection(InetAddress.getByName(address)).isEmpty();
    provider.with(HttpsPolicy.ALLOW_ALL, "true").foundAt("93.184.216.34", address);

    Ran ran = provider.read("https://files.example/");

    assertEquals(isPublic ? 0 : 4, ran.exitCode(), ran.toString());
    assertEquals(isPublic ? "" : "The host files.example may not be read from here", ran.told());
    assertEquals(isPublic ? "" : "Its address " + address + " is not public", ran.logged());
    assertEquals(isPublic, !provider.calls().isEmpty());
  }

  @Test
  void the_address_that_was_checked_is_the_one_that_is_asked() throws Exception {
    provider.with(HttpsPolicy.ALLOW_HOSTS, "files.example").read("HTTPS://Files.EXAMPLE/A#b");

    assertEquals(1, provider.calls().size());
    String call = provider.calls().get(0);
    assertTrue(call.contains(" --resolve files.example:443:93.184.216.34 "), call);
    assertTrue(call.endsWith(" -- https://files.example/A"), call);
    assertTrue(call.startsWith("-q "), call);
  }

  @Test
  void an_address_that_nobody_is_at_leaves_time_for_the_next() throws Exception {
    provider
        .with(HttpsPolicy.ALLOW_ALL, "true")
        .with("MCPBASH_HTTPS_TIMEOUT", "60")
        .foundAt("93.184.216.34", "2606:4700::1")
        .program("curl", "echo \"$*\" >>'" + folder + "/calls'; printf 000; exit 7");
    Ran ran = provider.read("https://files.example/");

    assertEquals(5, ran.exitCode());
    assertEquals(2, provider.calls().size());
    // Half of what is left, whatever the time it took to get there.
    assertTrue(
        provider.calls().get(0).matches(".* --connect-timeout (2\\d|30) .*"),
        provider.calls()::toString);
    assertTrue(provider.calls().get(1).contains(":443:2606:4700::1 "), provider.calls()::toString);
  }

  @Test
  void a_host_without_an_address_looks_to_the_client_like_one_that_is_hidden() throws Exception {
    Ran ran = provider.with(HttpsPolicy.ALLOW_ALL, "true").foundAt().read("https://files.example/");

    assertEquals(4, ran.exitCode());
    assertEquals("The host files.example may not be read from here", ran.told());
    assertEquals("It has no address that can be found", ran.logged());
  }

  @Test
  void the_operator_is_told_why_a_host_is_refused() throws Exception {
    Ran unlisted = provider.read("https://files.example:8443/");
    assertEquals(
        "The host files.example:8443 may not be read from here; MCPBASH_HTTPS_ALLOW_HOSTS says"
            + " which may",
        unlisted.told());
    Ran denied =
        provider.with("MCPBASH_HTTPS_DENY_HOSTS", "files.example").read("https://files.example/");
    assertEquals("The host files.example may not be read from here", denied.told());
    assertEquals("It is listed in MCPBASH_HTTPS_DENY_HOSTS", denied.logged());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://b\u00fccher.example/",
        "https://b%C3%BCcher.example/",
        "https://\uff11\uff12\uff17.0.0.1/",
        "https://127\u30020\u30020\u30021/",
        "https://files\u3002example/",
        "https://%31%32%37.0.0.1/",
      })
  void a_name_beyond_ascii_is_asked_for_in_its_ascii_form(String uri) throws Exception {
    Ran ran = provider.with("MCPBASH_HTTPS_ALLOW_ALL", "true").read(uri);

    assertEquals(4, ran.exitCode());
    assertTrue(ran.told().endsWith("a name beyond ASCII is written in its xn-- form"), ran.err());
    assertEquals(List.of(), provider.calls());
    assertEquals(0, provider.read("https://xn--bcher-kva.example/").exitCode());
  }

  @Test
  void without_curl_or_a_way_to_find_hosts_it_says_what_is_missing() throws Exception {
    Path bin = Files.createDirectory(folder.resolve("bare"));
    for (String name : List.of("bash", "tr", "mktemp", "rm", "mkfifo")) {
      Files.createSymbolicLink(bin.resolve(name), Path.of("/usr/bin", name));
    }
    provider.with("MCPBASH_HTTPS_ALLOW_ALL", "true").with("PATH", bin.toString());
    Ran noCurl = provider.read("https://files.example/");
    assertEquals(5, noCurl.exitCode());
    assertTrue(noCurl.told().contains("curl, which is not installed"), noCurl.err());
    Files.createSymbolicLink(bin.resolve("curl"), folder.resolve("bin/curl"));
    Ran noResolver = provider.read("https://files.example/");
    assertEquals(5, noResolver.exitCode());
    assertTrue(noResolver.told().contains("getent or dscacheutil"), noResolver.err());
  }

  @Test
  void a_name_server_that_does_not_answer_has_as_much_time_as_everything() throws Exception {
    provider
        .with(HttpsPolicy.ALLOW_ALL, "true")
        .with("MCPBASH_HTTPS_TIMEOUT", "1")
        .program("getent", "exec sleep 1000");

    assertEquals(
        new Ran(5, "", "No complete answer from files.example in 1 seconds\n"),
        provider.read("https://files.example/"));
    assertEquals(List.of(), provider.left());
  }

  @Test
  void a_path_beyond_ascii_is_asked_for_as_its_bytes() throws Exception {
    provider.with(HttpsPolicy.ALLOW_ALL, "true").read("https://files.example/\u00e4?[]=\u20ac");

    assertTrue(
        provider.calls().get(0).endsWith(" https://files.example/%C3%A4?[]=%E2%82%AC"),
        provider.calls()::toString);
  }

  @Test
  void a_uri_may_be_as_long_as_servers_take() throws Exception {
    provider.with(HttpsPolicy.ALLOW_ALL, "true");
    String beginning = "https://files.example/";
    int rest = HttpsPolicy.MAX_URI_LENGTH - beginning.length();

    assertEquals(0, provider.read(beginning + "a".repeat(rest)).exitCode());
    assertEquals(
        new Ran(4, "", "The URI is longer than 8000 characters\n"),
        provider.read(beginning + "a".repeat(rest + 1)));
  }

  private static boolean serverMay(Map<String, String> settings, String text) throws Exception {
    try {
      Target target = HttpsPolicy.of(settings).check(URI.create(text));
      new Addresses(name -> List.of(Fetching.address("93.184.216.34")), new PublicAddresses())
          .of(target.host());
      return true;
    } catch (IllegalArgumentException e) {
      // Not even a URI.
      return false;
    } catch (FetchException e) {
      assertEquals(Kind.POLICY, e.kind());
      return false;
    }
  }
}
