package dev.bullpen.launcher.sdk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.launcher.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Downloads by the https provider. */
class DownloadTests {
  private static final String CALL = "--url https://a/x --out 'got it' --allow a --allow b ";

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "--url http://a --out x, invalid_url",
    "--url https://a, invalid_params",
    "--out x, invalid_url",
    "--url '' --out x, invalid_url",
    "--url, invalid_params",
    "--url https://a --out x --timeout y, invalid_params",
    "--url https://a --out x --timeout 61, invalid_params",
    "--url https://a --out x --timeout 99999999999999999999, invalid_params",
    "--url https://a --out x --retry 0, invalid_params",
    "--url https://a --out x --retry y, invalid_params",
    "--url https://a --out x --retry-delay ., invalid_params",
    "--bad, invalid_params",
  })
  void what_is_wrong_is_reported_before_anything_is_fetched(String arguments, String type) {
    Ran said = tool().run("mcp_download_safe " + arguments);

    assertEquals(0, said.exitCode());
    assertTrue(said.value().contains("\"type\":\"" + type + "\""), said::out);
  }

  @Test
  void an_url_without_a_host_is_not_said_to_be_of_another_scheme() {
    String said = tool().run("mcp_download_safe --url https:// --out x").value();
    assertTrue(said.contains("\"invalid_url\",\"message\":\"--url names no host"), said);
  }

  @Test
  void a_download_is_what_the_provider_prints() throws IOException {
    Ran said = withProvider("printf %s \"$1 $MCPBASH_HTTPS_ALLOW_HOSTS\"").run(safe(""));

    assertEquals("{\"success\":true,\"bytes\":15,\"path\":\"got it\"}", said.value());
    assertEquals("https://a/x a,b", Files.readString(folder.resolve("got it")));
    assertEquals("got it", tool().run("mcp_download_safe_or_fail " + CALL).value());
  }

  @ParameterizedTest
  @ValueSource(strings = {"out", "out/", "link"})
  void a_folder_is_no_place_for_it_and_nothing_is_put_there(String out) throws IOException {
    Path place = Files.createDirectory(folder.resolve("out"));
    Files.createSymbolicLink(folder.resolve("link"), place);
    String call = "mcp_download_safe --url https://a/x --out " + out;
    Ran said = withProvider("echo once >>attempts; echo it").run(call);

    assertEquals(
        new Ran(
            0,
            "{\"success\":false,\"error\":{\"type\":\"write_error\",\"message\":\"--out names a"
                + " folder, "
                + out
                + "; name the file that is to be written, in it or elsewhere\"}}\n",
            ""),
        said);
    assertEquals(List.of(), List.of(place.toFile().list()));
    assertFalse(Files.exists(folder.resolve("attempts")));
  }

  @Test
  void it_may_take_a_minute_and_no_longer() throws IOException {
    withProvider("printf %s \"$MCPBASH_HTTPS_TIMEOUT\"").run(safe("--timeout 60"));

    assertEquals("60", Files.readString(folder.resolve("got it")));
    assertEquals(
        "{\"success\":false,\"error\":{\"type\":\"invalid_params\",\"message\":\"--timeout is at most"
            + " 60 seconds\"}}",
        tool().run(safe("--timeout 61")).value());
  }

  @ParameterizedTest
  @CsvSource({
    "1, provider_error",
    "4, host_blocked",
    "5, network_error",
    "6, size_exceeded",
    "7, redirect"
  })
  void its_exit_codes_are_reported_as_types(int status, String type) throws IOException {
    Ran said = withProvider("echo oh >&2; exit " + status).run("mcp_download_safe_or_fail " + CALL);

    assertEquals(1, said.exitCode());
    assertTrue(said.err().startsWith("Download failed (" + type + "): "), said::err);
  }

  @Test
  void where_a_redirect_leads_is_reported() throws IOException {
    assertEquals(
        "{\"success\":false,\"error\":{\"type\":\"redirect\",\"message\":\"redirects are not"
            + " followed\",\"location\":\"https://b\"}}",
        withProvider("echo redirect:https://b >&2; exit 7").run(safe("")).value());
  }

  @ParameterizedTest
  @CsvSource({
    "5, '', 1",
    "5, --retry 1, 1",
    "5, --retry 3 --retry-delay .001, 3",
    "9, --retry 2 --retry-delay 0, 2",
    "4, --retry 3, 1",
    "6, --retry 3, 1",
    "7, --retry 3, 1",
    "0, --retry 3, 1",
  })
  void there_are_as_many_attempts_as_were_set_if_another_may_help(
      int status, String options, int attempts) throws IOException {
    withProvider("echo once >>attempts; exit " + status).run(safe(options));

    assertEquals(attempts, Files.readAllLines(folder.resolve("attempts")).size());
  }

  @Test
  void the_provider_beside_the_sdk_is_used_unless_there_is_another() throws IOException {
    program("getent", "echo '93.184.216.34 STREAM'");
    program(
        "curl",
        """
        while [ $# -gt 0 ]; do
          case $1 in
          --output) printf 'it is %s' "$agent" >"$2" ;;
          --dump-header) : >"$2" ;;
          --user-agent) agent=$2 ;;
          esac
          shift
        done
        printf 200
        """);
    Ran said =
        outside()
            .run("mcp_download_safe --url https://files.example/ --out o --allow files.example");

    assertEquals("{\"success\":true,\"bytes\":30,\"path\":\"o\"}", said.value(), said::err);
    assertEquals("it is mcpbash/1.3.0 (tool-sdk)", Files.readString(folder.resolve("o")));
  }

  @Test
  void it_refuses_hosts_that_are_not_allowed_and_addresses_that_are_not_public()
      throws IOException {
    program("getent", "echo '93.184.216.34 STREAM'; echo '10.0.0.1 STREAM'");
    program("curl", "echo not reached >&2; exit 1");

    assertEquals(
        "{\"success\":false,\"error\":{\"type\":\"host_blocked\",\"message\":\"The host b.example may"
            + " not be read from here; MCPBASH_HTTPS_ALLOW_HOSTS says which may\"}}",
        outside()
            .run("mcp_download_safe --url https://b.example/ --out o --allow a.example")
            .value());
    assertEquals(
        "{\"success\":false,\"error\":{\"type\":\"host_blocked\",\"message\":\"The host a.example may"
            + " not be read from here\"}}",
        outside()
            .run("mcp_download_safe --url https://a.example/ --out o --allow a.example")
            .value());
  }

  @Test
  void without_curl_there_is_no_provider() {
    String said = tool().withoutJq().run(safe("")).value();

    assertTrue(said.contains("\"type\":\"provider_unavailable\""), said);
    assertTrue(said.contains("needs curl"), said);
  }

  private static String safe(String options) {
    return "mcp_download_safe " + CALL + options;
  }

  /** With these lines of bash as the https provider. */
  private ToolScript withProvider(String lines) throws IOException {
    Path provider = folder.resolve("home/providers/https.sh");
    Files.createDirectories(provider.getParent());
    Files.writeString(provider, lines + "\n");
    return tool();
  }

  private void program(String name, String lines) throws IOException {
    Path file = Files.createDirectories(folder.resolve("bin")).resolve(name);
    Files.writeString(file, "#!/bin/bash\n" + lines + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /** With what has been installed besides the system's programs. */
  private ToolScript outside() {
    return new ToolScript(folder)
        .with("PATH", folder.resolve("bin") + ":/usr/bin:/bin")
        .with("MCPBASH_FRAMEWORK_VERSION", "1.3.0");
  }

  private ToolScript tool() {
    return new ToolScript(folder).with("MCPBASH_HOME", folder.resolve("home").toString());
  }
}
