package dev.bullpen.launcher.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.bullpen.launcher.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class PackagedCommandTests extends PackagedCommand {
  private static final String TOKEN = "0123456789abcdef0123456789abcdef";

  @Tag("promise")
  @Test
  void the_version_is_the_builds() {
    Ran ran = launcher("--version");

    assertEquals("bullpen " + System.getProperty("bullpen.version") + "\n", ran.out());
    assertEquals(0, ran.exitCode());
  }

  @Test
  void called_mcp_bash_it_has_the_version_of_that(@TempDir Path folder) throws IOException {
    Path other = Files.createSymbolicLink(folder.resolve("other"), Path.of(command().get(0)));
    Files.createDirectory(folder.resolve("bin"));
    Path link = Files.createSymbolicLink(folder.resolve("bin/mcp-bash"), Path.of("../other"));
    String version = "mcp-bash 1.6.0 (bullpen " + System.getProperty("bullpen.version") + ")\n";

    assertEquals(
        version, Ran.of(folder, environment(), List.of("bin/mcp-bash", "--version")).out());
    for (String word : List.of("-v", "-V")) {
      assertEquals(
          version, Ran.of(Path.of("/"), environment(), List.of(link.toString(), word)).out(), word);
    }
    assertEquals(2, Ran.of(folder, environment(), List.of(other.toString(), "-v")).exitCode());
  }

  @Tag("promise")
  @Test
  void a_wrong_value_is_one_line_and_exit_code_2() {
    Ran ran = launcher("--workers", "nine");

    assertEquals(2, ran.exitCode());
    assertEquals("", ran.out());
    assertEquals(1, ran.err().lines().count(), ran.err());
    assertTrue(
        ran.err()
            .endsWith(
                " error launcher: --workers is \"nine\", but must be a whole number from 1 to 64. For"
                    + " example --workers 4.\n"),
        ran.err());
  }

  @Test
  void a_missing_project_is_exit_code_1() {
    Ran ran = launcher("--project", "/no/such/project");

    assertEquals(1, ran.exitCode());
    assertEquals("", ran.out());
    assertTrue(ran.err().contains("/no/such/project"), ran.err());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cd $1; $0 --project .",
        "cd $1; $0 --project $2",
        "BULLPEN_PROJECT=$1 $0",
        "MCPBASH_PROJECT_ROOT=$1 $0",
        "cd $1; $0 validate",
        "$0 complete --project $1 any --argument any",
        "HOME=$1 $0 --project $2",
        "MCPBASH_TOOLS_DIR=$1 $0 --project $2"
      })
  @EnabledOnOs(OS.LINUX) // elsewhere a JVM has all letters in every locale
  void a_path_with_letters_that_the_locale_has_not_is_named_with_the_way_out(
      String command, @TempDir Path folder) throws IOException {
    String launcher = PRODUCT.resolve("bin/launcher").toString();
    // The letter in octal, for a JVM that runs this test in a locale without it.
    String script =
        "IFS=; set -- \"$1/w$(printf '\\303\\274')st\" \"$2\"; mkdir -p $1/server.d; " + command;

    Ran ran =
        Ran.of(
            folder,
            inLocale("not_INSTALLED"),
            List.of("/bin/sh", "-c", script, launcher, folder.toString(), EXAMPLE));

    // A newer JDK needs no path of the current folder for a project that is elsewhere.
    assumeFalse(ran.exitCode() == 0 && command.equals("cd $1; $0 --project $2"));
    assertEquals(1, ran.exitCode(), ran::toString);
    assertTrue(
        ran.err().matches(".*launcher.*w(\\?|\\ufffd){2}st.* Set LC_ALL=C\\.UTF-8, .*\n"),
        ran.err());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "C", "C.UTF-8"})
  void in_a_plain_locale_every_letter_is_found(String locale, @TempDir Path folder) {
    String script =
        "p=\"$1/w$(printf '\\303\\274') st\"; mkdir -p \"$p\"; cp -r \"$2\"/* \"$p\"; cd \"$p\"; \"$0\"";

    Ran ran =
        Ran.of(
            folder,
            inLocale(locale),
            List.of(
                "/bin/sh",
                "-c",
                script,
                PRODUCT.resolve("bin/launcher").toString(),
                folder.toString(),
                EXAMPLE));

    assertEquals(new Ran(0, "", ""), ran);
  }

  private static Map<String, String> inLocale(String locale) {
    Map<String, String> environment = new HashMap<>(environment());
    environment.put("LC_ALL", locale);
    return environment;
  }

  @Test
  void without_a_client_a_server_ends_at_once_and_prints_nothing() {
    Ran ran = launcher("--project", EXAMPLE);

    assertEquals(new Ran(0, "", ""), ran);
  }

  @Test
  void variables_for_other_programs_or_misspelt_keep_no_server_from_starting() {
    Map<String, String> options =
        Map.of(
            "JAVA_TOOL_OPTIONS",
            "-XX:+UseZGC",
            "JDK_JAVA_OPTIONS",
            "-XX:+UseParallelGC",
            "_JAVA_OPTIONS",
            "-Xmx1m");
    Map<String, String> more = new HashMap<>(options);
    more.put("BULLPEN_WORKERZ", "3");

    Ran ran = servedWith(more);

    for (String variable : options.keySet()) {
      assertTrue(ran.err().contains(notUsed(variable)), ran.err());
    }
    assertTrue(ran.err().contains("Did you mean BULLPEN_WORKERS?"), ran.err());
  }

  @Test
  void another_encoding_for_all_jvms_of_a_host_changes_no_message() {
    Ran ran = servedWith(Map.of("JAVA_TOOL_OPTIONS", "-Dfile.encoding=UTF-16"));

    assertTrue(ran.err().contains(notUsed("JAVA_TOOL_OPTIONS")), ran.err());
  }

  private static Ran servedWith(Map<String, String> more) {
    Map<String, String> environment = new HashMap<>(environment());
    environment.putAll(more);

    Ran ran = Ran.of(Path.of("/"), environment, command("--project", EXAMPLE));

    assertEquals(0, ran.exitCode(), ran.err());
    assertEquals("", ran.out());
    assertFalse(ran.err().contains("Picked up"), ran.err());
    return ran;
  }

  private static String notUsed(String variable) {
    return " warning launcher: %s is not used for the JVMs of Bullpen.".formatted(variable);
  }

  @ParameterizedTest
  @ValueSource(strings = {"<&-", "<&- 2>&-"})
  void a_server_with_closed_descriptors_ends_like_any_without_a_client(String closed) {
    String start = "exec '%s' --project '%s' ".formatted(command().get(0), EXAMPLE);

    Ran ran = Ran.of(Path.of("/"), environment(), List.of("/bin/sh", "-c", start + closed));

    assertEquals(new Ran(0, "", ""), ran);
  }

  @Test
  void a_folder_with_nothing_to_serve_is_reported(@TempDir Path folder) throws IOException {
    Ran served = launcher("--project", folder.toString());
    Ran validated = here("validate", "--project", folder.toString());

    String sentence = folder.toRealPath() + " has nothing to serve: ";
    assertEquals(0, served.exitCode());
    assertEquals(1, served.err().lines().count(), served.err());
    assertTrue(served.err().contains(sentence), served.err());
    assertEquals(1, validated.exitCode());
    assertTrue(validated.out().startsWith(sentence), validated.out());
    assertTrue(validated.out().contains("\n1 problem: 0 tools, "), validated.out());
    assertEquals(0, folder.toFile().list().length);
  }

  @Test
  void the_layers_that_work_on_this_host_are_listed() {
    Ran ran = launcher("guarantees");

    assertEquals("", ran.err());
    assertTrue(ran.out().contains("  yes  group       a script leads a process group"), ran.out());
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void output_that_is_lost_is_a_failure_and_is_reported() {
    Ran ran =
        Ran.of(
            Path.of("/"),
            environment(),
            List.of("/bin/sh", "-c", "'" + command().get(0) + "' --help >/dev/full"));

    assertEquals(1, ran.exitCode());
    assertTrue(ran.err().endsWith(" Send it elsewhere, and do it again.\n"), ran.err());
  }

  @Test
  void authors_find_the_api_and_its_sources() {
    assertTrue(Files.isRegularFile(PRODUCT.resolve("api/bullpen-api.jar")));
    assertTrue(Files.isRegularFile(PRODUCT.resolve("api/bullpen-api-sources.jar")));
  }

  @Tag("promise")
  @Test
  void the_package_has_its_license_and_names_every_library_with_its_version() throws IOException {
    String thirdParty = Files.readString(PRODUCT.resolve("THIRD-PARTY"));
    List<String> unnamed = new ArrayList<>();
    for (Path folder :
        List.of(
            PRODUCT.resolve("lib"), PRODUCT.resolve("lib/helper"), PRODUCT.resolve("lib/try"))) {
      try (Stream<Path> files = Files.list(folder)) {
        files
            .map(file -> file.getFileName().toString())
            .filter(name -> name.endsWith(".jar") && !name.startsWith("bullpen-"))
            .filter(name -> !thirdParty.contains(":" + nameAndVersion(name) + " "))
            .forEach(unnamed::add);
      }
    }

    assertEquals(List.of(), unnamed);
    assertTrue(Files.readString(PRODUCT.resolve("LICENSE")).contains("Apache License"));
    assertTrue(Files.readString(PRODUCT.resolve("NOTICE")).startsWith("Bullpen\n"));
  }

  /** {@code picocli 4.7.7} for {@code picocli-4.7.7.jar}. */
  private static String nameAndVersion(String jar) {
    return jar.replaceFirst("-([0-9][^-]*)\\.jar$", " $1");
  }

  @Tag("promise")
  @Test
  void every_link_in_the_packages_texts_leads_to_a_file_of_the_package() throws IOException {
    Pattern link = Pattern.compile("\\]\\(([^)#\\s]+)");
    List<String> dead = new ArrayList<>();
    try (Stream<Path> files = Files.walk(PRODUCT)) {
      for (Path text : files.filter(file -> file.toString().endsWith(".md")).toList()) {
        link.matcher(Files.readString(text))
            .results()
            .map(found -> found.group(1))
            .filter(to -> !to.contains(":") && !Files.exists(text.resolveSibling(to)))
            .forEach(to -> dead.add(text + " -> " + to));
      }
    }

    assertTrue(Files.isRegularFile(PRODUCT.resolve("docs/reference/guarantees.md")));
    assertEquals(List.of(), dead);
  }

  @Test
  void the_example_with_a_library_says_what_it_is_built_with() {
    Ran ran = Ran.of(PRODUCT, environment(), List.of(PRODUCT + "/examples/java-library/build.sh"));

    assertEquals(2, ran.exitCode());
    assertTrue(ran.err().startsWith("usage: "), ran.err());
    assertTrue(ran.err().contains("bullpen-api.jar, in the folder api"), ran.err());
  }

  @Test
  void one_completion_is_printed_for_people() {
    Ran ran =
        launcher(
            "complete",
            "--project",
            EXAMPLE,
            "new-service",
            "--argument",
            "framework",
            "--context",
            "language=rust");

    assertTrue(
        ran.out().matches("1  actix-web\\R2  axum\\R3  rocket\\R3 values in \\d+ ms\\R"),
        ran.toString());
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void the_demo_counts_no_survivor_whatever_the_operator_has_set_for_the_project() {
    Map<String, String> operators = new HashMap<>(environment());
    operators.put("MCPBASH_REMOTE_TOKEN", TOKEN);
    operators.put("MCPBASH_MAX_CONCURRENT_REQUESTS", "2");
    operators.put("MCPBASH_PROMPTS_DIR", "/no/such/folder");
    operators.put("BULLPEN_GRACE", "x");
    operators.put("BULLPEN_COMPLETION_RATE", "1");

    Ran ran = Ran.of(Path.of("/"), operators, command("demo"));

    assertEquals(0, ran.exitCode(), ran::toString);
    // What the demo counts may be starting another program, or not have started its last.
    assertTrue(ran.out().matches("(?s).*✔ 0 of [4-6] left.*"), ran.out());
    assertFalse(ran.out().contains("\033"), ran.out());
    assertTrue(ran.out().endsWith("Nothing survived.\n"), ran.out());
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void the_demo_checks_what_the_server_reports() {
    Map<String, String> broken = new HashMap<>(environment());
    broken.put("BULLPEN_TEST_OFF", "group,subreaper,adopted,sweep,escalation");

    Ran ran = Ran.of(PRODUCT, broken, command("--under-test", "demo"));

    assertEquals(1, ran.exitCode(), ran::toString);
    assertTrue(ran.out().contains("✘"), ran.out());
    assertTrue(ran.out().endsWith("Something survived.\n"), ran.out());
  }

  /** script(1) of util-linux runs a command in a terminal of its own. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void a_person_who_types_the_command_sees_what_it_waits_for() throws Exception {
    Assumptions.assumeTrue(Files.isExecutable(Path.of("/usr/bin/script")));
    String typed = String.join(" ", command("--project", EXAMPLE, "--workers", "1"));

    Ran ran =
        Ran.of(
            Path.of("/"),
            environment(),
            List.of("/bin/sh", "-c", "printf '\\004' | script -qec '" + typed + "' /dev/null"));

    assertTrue(ran.out().contains("launcher: waiting for an MCP client"), ran::toString);
    assertTrue(ran.out().contains("launcher demo"), ran::toString);
  }
}
