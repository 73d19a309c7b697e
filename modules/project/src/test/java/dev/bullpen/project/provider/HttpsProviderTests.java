package dev.bullpen.project.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.project.setting.OperatorSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code providers/https.sh} goes only where the settings allow, and only to public addresses. */
@Timeout(60)
@Tag("slow")
class HttpsProviderTests {
  private static final String ALLOW_HOSTS = "MCPBASH_HTTPS_ALLOW_HOSTS";
  private static final String ALLOW_ALL = "MCPBASH_HTTPS_ALLOW_ALL";
  private static final String DENY_HOSTS = "MCPBASH_HTTPS_DENY_HOSTS";

  /** Servers are only asked to take 8000 bytes (RFC 9110, 4.1). */
  private static final int MAX_URI_LENGTH = 8000;

  /** The first and last address of what is not public, with its public neighbours if it has any. */
  private static final String[][] NETWORKS = {
    {"-", "0.0.0.0", "0.255.255.255", "1.0.0.0"},
    {"9.255.255.255", "10.0.0.0", "10.255.255.255", "11.0.0.0"},
    {"100.63.255.255", "100.64.0.0", "100.127.255.255", "100.128.0.0"},
    {"126.255.255.255", "127.0.0.0", "127.255.255.255", "128.0.0.0"},
    {"168.63.129.15", "168.63.129.16", "168.63.129.16", "168.63.129.17"},
    {"169.253.255.255", "169.254.0.0", "169.254.255.255", "169.255.0.0"},
    {"172.15.255.255", "172.16.0.0", "172.31.255.255", "172.32.0.0"},
    {"191.255.255.255", "192.0.0.0", "192.0.0.255", "192.0.1.0"},
    {"192.0.1.255", "192.0.2.0", "192.0.2.255", "192.0.3.0"},
    {"192.88.98.255", "192.88.99.0", "192.88.99.255", "192.88.100.0"},
    {"192.167.255.255", "192.168.0.0", "192.168.255.255", "192.169.0.0"},
    {"198.17.255.255", "198.18.0.0", "198.19.255.255", "198.20.0.0"},
    {"198.51.99.255", "198.51.100.0", "198.51.100.255", "198.51.101.0"},
    {"203.0.112.255", "203.0.113.0", "203.0.113.255", "203.0.114.0"},
    {"223.255.255.255", "224.0.0.0", "255.255.255.255", "-"},
  };

  @TempDir Path folder;
  private HttpsProvider provider;

  @BeforeEach
  void provider() throws Exception {
    provider = new HttpsProvider(folder).pretending();
  }

  /** Whether a host may be read with these settings. */
  private record Rule(String allowed, String all, String denied, String uri, boolean may) {}

  private static final List<Rule> RULES =
      List.of(
          new Rule("", "", "", "https://files.example/", false),
          new Rule("files.example", "", "", "https://files.example/", true),
          new Rule("a.example,files.example", "", "", "https://files.example/", true),
          new Rule(" ,, a.example ,\t FILES.example,", "", "", "HTTPS://Files.EXAMPLE:443/a", true),
          new Rule("files.example", "", "", "https://www.files.example/", false),
          new Rule("files.example", "", "", "https://example/", false),
          new Rule("files.example", "", "", "https://files.example.org/", false),
          new Rule("files.example", "", "", "https://files.example:8443/", false),
          new Rule("files.example:8443", "", "", "https://files.example:8443/", true),
          new Rule("files.example:8443", "", "", "https://files.example:08443/", true),
          new Rule("files.example:8443", "", "", "https://files.example/", false),
          new Rule("*.example", "", "", "https://files.example/", false),
          new Rule("files.example.", "", "", "https://files.example/", false),
          new Rule("", "true", "", "https://files.example/", true),
          new Rule("", " On ", "", "https://files.example/", true),
          new Rule("", "no", "", "https://files.example/", false),
          new Rule("", "2", "", "https://files.example/", false),
          new Rule("", "true", "", "https://files.example:8443/", false),
          new Rule("", "true", "FILES.example", "https://files.example/", false),
          new Rule("", "true", "files.example:443", "https://files.example/", false),
          new Rule("", "true", "files.example:8443", "https://files.example/", true),
          new Rule("files.example:8443", "", "files.example", "https://files.example:8443/", false),
          new Rule("", "true", "", "https://8.8.8.8/", true),
          new Rule("", "true", "8.8.8.8", "https://8.8.8.8/", false),
          new Rule("[2606:4700:0::1]", "", "", "https://[2606:4700::1]/", true),
          new Rule("", "true", "[2606:4700:0::1]", "https://[2606:4700::1]/", false),
          new Rule("", "true", "", "https://2130706433/", false),
          new Rule("", "true", "", "https://0x8.8.8.8/", false),
          new Rule("", "true", "", "https://8.8.2056/", false),
          new Rule("", "true", "", "https://8.8.8.010/", false),
          new Rule("", "true", "", "https://8.8.8.0x8/", false),
          new Rule("", "true", "", "https://8.8.8.256/", false),
          new Rule("", "true", "", "https://files.8/", false),
          new Rule("", "true", "", "https://files.example./", false),
          new Rule("", "true", "", "https://files..example/", false),
          new Rule("", "true", "", "https://-files.example/", false),
          new Rule("", "true", "", "https://files-.example/", false),
          new Rule("", "true", "", "https://files_1.example/", false),
          new Rule("", "true", "", "https://files%2eexample/", false),
          new Rule("", "true", "", "https://[::ffff:8.8.8.8]/", false),
          new Rule("", "true", "", "https://[fe80::1%25eth0]/", false),
          new Rule("", "true", "", "https://[2606:4700:::1]/", false),
          new Rule("", "true", "", "https://[2606:4700]/", false),
          new Rule("", "true", "", "https://[1:2:3:4:5:6:7:8:9]/", false),
          new Rule("", "true", "", "https://[2001:4860::8.8.8.8]/", true),
          new Rule("", "true", "", "http://files.example/", false),
          new Rule("", "true", "", "https:files.example", false),
          new Rule("", "true", "", "https:///files.example/", false),
          new Rule("", "true", "", "git+https://files.example/", false),
          new Rule("", "true", "", "https://user@files.example/", false),
          new Rule("", "true", "", "https://files.example@10.0.0.1/", false),
          new Rule("", "true", "", "https://files.example:0/", false),
          new Rule("", "true", "", "https://files.example:65536/", false),
          new Rule("", "true", "", "https://files.example/a b", false),
          new Rule("", "true", "", "https://files.example/\\", false),
          new Rule("", "true", "", "https://files.example/a%20b?c=d&e#f", true),
          new Rule("", "true", "", "https://files.example?c", true));

  @Test
  void hosts_may_be_read_as_the_settings_say() throws Exception {
    ManyRuns many = provider.many();
    for (Rule rule : RULES) {
      many.read(rule.uri, ALLOW_HOSTS, rule.allowed, ALLOW_ALL, rule.all, DENY_HOSTS, rule.denied);
    }
    List<ManyRuns.Result> results = provider.read(many);
    for (int i = 0; i < RULES.size(); i++) {
      boolean may = RULES.get(i).may;
      ManyRuns.Result result = results.get(i);
      assertEquals(may ? 0 : 4, result.ran().exitCode(), result.toString());
      assertEquals(may, !result.calls().isEmpty(), result.toString());
      assertEquals(may, result.ran().message().isEmpty(), result.toString());
    }
  }

  private static final List<String> NO_HOSTS =
      List.of(
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
          ".",
          "..",
          "files..example",
          ".files.example",
          "-files.example",
          "files-.example",
          "files_.example",
          "files example",
          "files\texample",
          "files@example",
          "*.example");

  @Test
  void what_is_neither_a_name_nor_a_plain_address_is_refused() throws Exception {
    ManyRuns many = provider.with(ALLOW_ALL, "true").many();
    NO_HOSTS.forEach(host -> many.read("https://" + host + "/"));
    for (ManyRuns.Result result : provider.read(many)) {
      assertEquals(4, result.ran().exitCode(), result.toString());
      assertEquals(List.of(), result.calls(), result.toString());
    }
  }

  private static final List<String> OTHER_FORMS =
      List.of(
          "a",
          "1.example",
          "0x7f.example",
          "127.0.0.1.example",
          "1.2.3.4a",
          "0xg",
          "xn--bcher-kva.example",
          "255.1.0.199",
          "[2606:4700:0:0::0001]",
          "[64:ff9b::8.8.8.8]");

  @Test
  void what_only_looks_like_another_form_is_read() throws Exception {
    ManyRuns many = provider.foundAt("93.184.216.34").many();
    OTHER_FORMS.forEach(host -> many.read("https://" + host + "/", ALLOW_HOSTS, host));
    for (ManyRuns.Result result : provider.read(many)) {
      boolean isPublic = !result.asked().uri().startsWith("https://255");
      assertEquals(isPublic ? 0 : 4, result.ran().exitCode(), result.toString());
    }
  }

  private static final List<String> NO_ENTRIES =
      List.of(
          "*.example",
          "https://files.example",
          "other.example/a",
          "files.example:0",
          "files.example:65536",
          "files.example:x",
          "user@files.example",
          "127.1",
          "0x7f.1",
          "files.example.",
          "b\u00fccher.example",
          "[fe80::1%eth0]");

  @Test
  void an_entry_that_is_no_host_allows_nothing_and_is_reported() throws Exception {
    ManyRuns many = provider.many();
    for (String entry : NO_ENTRIES) {
      String list = entry + "," + entry + ",files.example";
      List<String> problems = OperatorSettings.problems(Map.of(ALLOW_HOSTS, list));
      assertEquals(2, problems.size(), problems.toString());
      assertTrue(problems.get(0).startsWith(ALLOW_HOSTS + ": \""), problems.toString());
      many.read("https://files.example/", ALLOW_HOSTS, list);
      many.read("https://" + entry + "/", ALLOW_HOSTS, list);
    }
    for (ManyRuns.Result result : provider.read(many)) {
      boolean isFiles = result.asked().uri().equals("https://files.example/");
      assertEquals(isFiles ? 0 : 4, result.ran().exitCode(), result.toString());
    }
  }

  private static List<String> refusedAddresses() {
    List<String> refused = new ArrayList<>();
    for (String[] network : NETWORKS) {
      for (String end : List.of(network[1], network[2])) {
        refused.add(end);
        refused.add("64:ff9b::" + end);
      }
    }
    for (String end : List.of("127.0.0.1", "10.0.0.1", "169.254.169.254", "168.63.129.16")) {
      refused.addAll(List.of("::" + end, "::ffff:" + end, "64:ff9b:1::" + end));
    }
    refused.addAll(
        List.of(
            "::",
            "::1",
            "::2",
            "::8.8.8.8",
            "::ffff:0:8.8.8.8",
            "64:ff9a:ffff::1",
            "64:ff9b::127.0.0.1",
            "64:ff9b::a9fe:a9fe",
            "64:ff9b:0:0:0:1::1",
            "64:ff9b:1::1",
            "100::1",
            "1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
            "2001::1",
            "2001:2::1",
            "2001:10::1",
            "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff",
            "2001:db8::",
            "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff",
            "2002::",
            "2002:808:808::1",
            "2002:7f00:1::1",
            "2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
            "3fff::",
            "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff",
            "4000::",
            "5f00::1",
            "fc00::",
            "fd00:ec2::254",
            "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
            "fe80::1",
            "febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
            "fec0::1",
            "ff00::",
            "ff02::1",
            "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"));
    return refused;
  }

  @Test
  void one_address_that_is_not_public_refuses_the_host() throws Exception {
    List<String> addresses = refusedAddresses();
    ManyRuns many = provider.with(ALLOW_ALL, "true").many();
    for (String address : addresses) {
      many.read("https://files.example/", "found", "93.184.216.34 " + address);
    }
    List<ManyRuns.Result> results = provider.read(many);
    for (int i = 0; i < addresses.size(); i++) {
      ManyRuns.Result result = results.get(i);
      assertEquals(4, result.ran().exitCode(), result.toString());
      assertEquals(
          "The host files.example may not be read from here",
          result.ran().message(),
          result.toString());
      assertEquals(
          "Its address " + addresses.get(i) + " is not public",
          result.ran().logged(),
          result.toString());
      assertEquals(List.of(), result.calls(), result.toString());
    }
  }

  @Test
  void a_name_with_an_address_that_is_not_public_is_not_read() throws Exception {
    Ran ran =
        provider
            .with(ALLOW_ALL, "true")
            .foundAt("93.184.216.34", "169.254.169.254")
            .read("https://files.example/");

    assertEquals(4, ran.exitCode(), ran.toString());
    assertEquals("Its address 169.254.169.254 is not public", ran.logged());
    assertEquals(List.of(), provider.calls());
  }

  @Test
  void addresses_of_the_public_internet_are_let_through() throws Exception {
    List<String> addresses = new ArrayList<>();
    for (String[] network : NETWORKS) {
      for (String neighbour : List.of(network[0], network[3])) {
        if (!neighbour.equals("-")) {
          addresses.add(neighbour);
          addresses.add("64:ff9b::" + neighbour);
        }
      }
    }
    addresses.addAll(
        List.of(
            "2000::",
            "2000:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
            "2001:200::",
            "2001:4860:4860::8888",
            "2001:db7:ffff::1",
            "2001:db9::",
            "2003::",
            "2606:4700:4700::1111",
            "2a00:1450:4001::200e",
            "3ffe:ffff:ffff:ffff::",
            "3fff:1000::",
            "3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
            "64:ff9b::8.8.8.8"));
    provider.with(ALLOW_ALL, "true").foundAt(addresses.toArray(String[]::new));

    assertEquals(new Ran(0, "hello", ""), provider.read("https://files.example/"));
  }

  @Test
  void the_address_that_was_checked_is_the_one_that_is_asked() throws Exception {
    provider.with(ALLOW_HOSTS, "files.example").read("HTTPS://Files.EXAMPLE/A#b");

    assertEquals(1, provider.calls().size());
    String call = provider.calls().get(0);
    assertTrue(call.contains(" --resolve files.example:443:93.184.216.34 "), call);
    assertTrue(call.endsWith(" -- https://files.example/A"), call);
    assertTrue(call.startsWith("-q "), call);
  }

  @Test
  void an_address_that_does_not_answer_leaves_time_for_the_next() throws Exception {
    provider
        .with(ALLOW_ALL, "true")
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
  void a_host_without_an_address_is_for_the_client_like_one_that_is_hidden() throws Exception {
    Ran ran = provider.with(ALLOW_ALL, "true").foundAt().read("https://files.example/");

    assertEquals(4, ran.exitCode());
    assertEquals("The host files.example may not be read from here", ran.message());
    assertEquals("It has no address that can be found", ran.logged());
  }

  @Test
  void the_log_says_why_a_host_is_refused() throws Exception {
    Ran unlisted = provider.read("https://files.example:8443/");
    assertEquals(
        "The host files.example:8443 may not be read from here; MCPBASH_HTTPS_ALLOW_HOSTS says"
            + " which may",
        unlisted.message());
    Ran denied = provider.with(DENY_HOSTS, "files.example").read("https://files.example/");
    assertEquals("The host files.example may not be read from here", denied.message());
    assertEquals("It is listed in MCPBASH_HTTPS_DENY_HOSTS", denied.logged());
  }

  private static final List<String> NO_DENIED_ENTRIES =
      List.of(
          "b\u00fccher.example",
          "files.example.",
          "*.example",
          ".example",
          "https://files.example",
          "files.example/",
          "files.example:0",
          "user@files.example",
          "\"files.example\"",
          "10.0.0.0/8",
          "[files.example]",
          "a\u00a0b");

  @Test
  void a_denied_entry_that_is_no_host_denies_every_host() throws Exception {
    ManyRuns many = provider.with(ALLOW_ALL, "true").many();
    NO_DENIED_ENTRIES.forEach(
        entry -> many.read("https://third.example/", DENY_HOSTS, "other.example," + entry));
    List<ManyRuns.Result> results = provider.read(many);
    for (int i = 0; i < results.size(); i++) {
      Ran ran = results.get(i).ran();
      assertEquals(4, ran.exitCode(), ran.toString());
      assertEquals("The host third.example may not be read from here", ran.message());
      assertEquals(
          "MCPBASH_HTTPS_DENY_HOSTS has \""
              + NO_DENIED_ENTRIES.get(i)
              + "\", so nothing is read; write host or host:port, and a name beyond ASCII in its xn--"
              + " form",
          ran.logged());
      assertEquals(List.of(), results.get(i).calls());
    }
  }

  @Test
  void an_ipv6_address_denies_no_other_host() throws Exception {
    ManyRuns many = provider.with(ALLOW_ALL, "true").many();
    for (String entry : List.of("::1", "2001:DB8::1", "[::1]:443")) {
      many.read("https://third.example/", DENY_HOSTS, entry);
    }
    for (ManyRuns.Result result : provider.read(many)) {
      assertEquals(0, result.ran().exitCode(), result.toString());
    }
  }

  @Test
  void every_white_space_separates_hosts() throws Exception {
    ManyRuns denied = provider.with(ALLOW_ALL, "true").many();
    ManyRuns allowed = provider.many();
    for (String separator : List.of(" ", "\t", "\n", "\r", "\r\n", "\u000b", "\f", ",")) {
      String list = "files.example" + separator + "other.example" + separator;
      denied.read("https://other.example/", DENY_HOSTS, list);
      allowed.read("https://files.example/", ALLOW_ALL, "", ALLOW_HOSTS, list);
    }
    for (ManyRuns.Result result : provider.read(denied)) {
      assertEquals(
          "It is listed in MCPBASH_HTTPS_DENY_HOSTS", result.ran().logged(), result.toString());
    }
    for (ManyRuns.Result result : provider.read(allowed)) {
      assertEquals(0, result.ran().exitCode(), result.toString());
    }
  }

  private static final List<String> BEYOND_ASCII =
      List.of(
          "https://b\u00fccher.example/",
          "https://b%C3%BCcher.example/",
          "https://\uff11\uff12\uff17.0.0.1/",
          "https://127\u30020\u30020\u30021/",
          "https://files\u3002example/",
          "https://%31%32%37.0.0.1/");

  @Test
  void a_name_beyond_ascii_is_asked_for_in_its_ascii_form() throws Exception {
    ManyRuns many = provider.with(ALLOW_ALL, "true").many();
    BEYOND_ASCII.forEach(many::read);
    for (ManyRuns.Result result : provider.read(many)) {
      assertEquals(4, result.ran().exitCode(), result.toString());
      assertTrue(
          result.ran().message().endsWith("a name beyond ASCII is written in its xn-- form"),
          result.toString());
      assertEquals(List.of(), result.calls());
    }
    assertEquals(0, provider.read("https://xn--bcher-kva.example/").exitCode());
  }

  @Test
  void without_curl_or_a_way_to_find_hosts_it_says_what_is_missing() throws Exception {
    Path bin = Files.createDirectory(folder.resolve("bare"));
    for (String name : List.of("bash", "tr", "mktemp", "rm", "mkfifo")) {
      Files.createSymbolicLink(bin.resolve(name), Path.of("/usr/bin", name));
    }
    provider.with(ALLOW_ALL, "true").with("PATH", bin.toString());
    Ran noCurl = provider.read("https://files.example/");
    assertEquals(5, noCurl.exitCode());
    assertTrue(noCurl.message().contains("curl, which is not installed"), noCurl.err());
    Files.createSymbolicLink(bin.resolve("curl"), folder.resolve("bin/curl"));
    Ran noResolver = provider.read("https://files.example/");
    assertEquals(5, noResolver.exitCode());
    assertTrue(noResolver.message().contains("getent or dscacheutil"), noResolver.err());
  }

  @Test
  void a_name_server_that_does_not_answer_has_as_much_time_as_everything() throws Exception {
    provider
        .with(ALLOW_ALL, "true")
        .with("MCPBASH_HTTPS_TIMEOUT", "1")
        .program("getent", "exec sleep 1000");

    assertEquals(
        new Ran(5, "", "No complete answer from files.example in 1 seconds\n"),
        provider.read("https://files.example/"));
    assertEquals(List.of(), provider.left());
  }

  @Test
  void a_path_beyond_ascii_is_asked_for_as_its_bytes() throws Exception {
    provider.with(ALLOW_ALL, "true").read("https://files.example/\u00e4?[]=\u20ac");

    assertTrue(
        provider.calls().get(0).endsWith(" https://files.example/%C3%A4?[]=%E2%82%AC"),
        provider.calls()::toString);
  }

  @Test
  void a_uri_may_be_as_long_as_servers_take() throws Exception {
    provider.with(ALLOW_ALL, "true");
    String beginning = "https://files.example/";
    int rest = MAX_URI_LENGTH - beginning.length();

    assertEquals(0, provider.read(beginning + "a".repeat(rest)).exitCode());
    assertEquals(
        new Ran(4, "", "The URI is longer than 8000 characters\n"),
        provider.read(beginning + "a".repeat(rest + 1)));
  }
}
