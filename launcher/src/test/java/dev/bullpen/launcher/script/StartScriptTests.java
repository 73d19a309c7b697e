package dev.bullpen.launcher.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.launcher.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The packaged command, with a java that prints what it was started with. */
class StartScriptTests extends InstalledScript {
  private static final String MAIN = "dev.bullpen.launcher/dev.bullpen.launcher.Main";

  @ParameterizedTest
  @ValueSource(strings = {"sh", "dash", "bash"})
  void every_shell_passes_arguments_on_as_they_are(String shell) {
    Ran ran =
        run(
            java(),
            Programs.system(shell).toString(),
            launcher.toString(),
            "--project",
            "my project",
            "",
            "a\"b$c*");

    assertEquals(0, ran.exitCode(), ran.err());
    assertEquals(List.of("--project", "my project", "", "a\"b$c*"), after(MAIN, ran));
  }

  @Test
  void the_output_belongs_to_descriptor_3_and_what_the_jvm_says_is_an_error_output() {
    Ran ran = run(java(), launcher.toString());

    assertFalse(ran.out().contains("said by the JVM"));
    assertEquals("said by the JVM\n", ran.err());
  }

  @ParameterizedTest
  @ValueSource(strings = {"sh", "dash", "bash", "bash --posix"})
  void a_closed_input_is_an_empty_one_and_a_closed_error_output_goes_nowhere(String shell)
      throws IOException {
    Programs.write(
        jdk.java(),
        "#!/bin/sh",
        "cat >&3 && echo 'the input has an end' >&3",
        "echo an error >&2 && echo 'errors are taken' >&3");

    for (String closed : List.of("<&-", "2>&-", "<&- 2>&-")) {
      Ran ran = closing(closed, shell + " '" + launcher + "'");

      assertEquals("the input has an end\nerrors are taken\n", ran.out(), closed + ran);
      assertEquals(0, ran.exitCode(), closed);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"sh", "dash", "bash", "bash --posix"})
  void a_closed_output_is_refused_in_a_sentence(String shell) {
    Ran ran = closing(">&-", shell + " '" + launcher + "'");

    assertEquals(1, ran.exitCode());
    assertTrue(
        ran.err()
            .endsWith(
                "error launcher: the output is closed, so nothing could be answered. Start it with"
                    + " an output, >/dev/null at least.\n"),
        ran.err());
  }

  @ParameterizedTest
  @ValueSource(strings = {"sh", "bash", "bash --posix"})
  void in_a_current_folder_that_was_removed_it_starts_in_the_root(String shell) {
    String start = "exec " + shell + " '" + launcher + "'";
    Map<String, String> environment = java();
    environment.put("PATH", System.getenv("PATH"));

    Ran ran = run(environment, "/bin/sh", "-c", "mkdir d; cd d; rmdir ../d; " + start);
    Ran inALink = run(environment, "/bin/sh", "-c", "mkdir e; ln -s e f; cd f; " + start);

    assertEquals(0, ran.exitCode(), ran.err());
    assertTrue(
        ran.err()
            .contains("launcher: the current folder has been removed; starting in / instead.\n"),
        ran.err());
    assertTrue(ran.lines().contains("-Dbullpen.removed=true"), ran.out());
    assertEquals(0, inALink.exitCode(), inALink.err());
    assertFalse(inALink.err().contains("removed"), inALink.err());
    assertFalse(inALink.lines().contains("-Dbullpen.removed=true"), inALink.out());
  }

  @ParameterizedTest
  @ValueSource(strings = {"sh", "bash"})
  void too_few_open_files_are_refused_with_the_number_that_is_needed(String shell) {
    Ran ran =
        run(java(), "/bin/sh", "-c", "ulimit -n 20; exec /bin/" + shell + " '" + launcher + "'");

    assertEquals(1, ran.exitCode());
    assertTrue(
        ran.err()
            .endsWith(
                "error launcher: the limit of open files is 20 (ulimit -n); Bullpen needs 64.\n"),
        ran.err());
    assertEquals(
        0, run(java(), "/bin/sh", "-c", "ulimit -n 64; exec '" + launcher + "'").exitCode());
  }

  @Test
  void a_java_that_lacks_a_module_is_refused_by_name() throws IOException {
    Path release = jdk.folder().resolve("release");
    Files.writeString(release, Files.readString(release).replace("java.logging ", ""));

    Ran ran = run(java(), launcher.toString());

    assertEquals(1, ran.exitCode());
    assertTrue(
        ran.err()
            .contains(
                "error launcher: "
                    + jdk.java()
                    + " lacks the module java.logging: Bullpen needs"
                    + " java.base, java.logging, java.xml and java.desktop.\n"),
        ran.err());
  }

  @Test
  void the_libraries_are_the_module_path() {
    List<String> lines = run(java(), launcher.toString()).lines();

    assertEquals(
        home.resolve("lib") + ":" + home.resolve("lib/helper"), lines.get(lines.indexOf("-p") + 1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"16.0.2", "11.0.22", "1.8.0_392"})
  void a_java_below_17_is_refused_with_its_name_its_version_and_what_to_do(String version)
      throws IOException {
    jdk = FakeJdk.of(folder.resolve("old jdk"), version);

    Ran ran = run(java(), launcher.toString());

    assertEquals(1, ran.exitCode());
    assertEquals("", ran.out());
    assertTrue(ran.err().contains(jdk.java() + " is version " + version), ran.err());
    assertTrue(ran.err().contains("needs 17 or newer"), ran.err());
    assertTrue(ran.err().contains("set JAVA_HOME"), ran.err());
  }

  @ParameterizedTest
  @ValueSource(strings = {"17", "17.0.1", "18-ea", "25.0.3"})
  void a_java_from_17_on_is_started(String version) throws IOException {
    jdk = FakeJdk.of(folder.resolve("new jdk"), version);

    assertEquals(0, run(java(), launcher.toString()).exitCode());
  }

  @Test
  void a_java_home_without_java_is_named() {
    Ran ran =
        run(Map.of("JAVA_HOME", "/nowhere", "PATH", jdk.folder() + "/bin"), launcher.toString());

    assertEquals(1, ran.exitCode());
    assertTrue(ran.err().contains("JAVA_HOME is /nowhere"), ran.err());
    assertTrue(ran.err().contains("unset it"), ran.err());
  }

  @Test
  void without_any_java_it_names_the_places_it_has_searched() {
    Ran ran = run(Map.of("PATH", "/nowhere:" + folder), launcher.toString());

    assertEquals(1, ran.exitCode());
    assertTrue(ran.err().contains("JAVA_HOME is not set and PATH holds none"), ran.err());
    assertTrue(ran.err().contains("Install a JDK"), ran.err());
  }

  @Test
  void the_java_on_path_may_be_a_link_into_its_jdk() throws IOException {
    Path bin = Programs.only(folder.resolve("bin"), "readlink");
    Path alternative = Files.createSymbolicLink(folder.resolve("alternative"), jdk.java());
    Files.createSymbolicLink(bin.resolve("java"), alternative);

    Ran ran = run(Map.of("PATH", "/nowhere:" + bin), launcher.toString());

    assertTrue(archiveOf(ran).endsWith("/17.0.15+1-Some_Vendor-unknown"), ran.toString());
  }

  @Test
  void a_java_without_a_release_file_is_asked() throws IOException {
    FakeJdk modern = FakeJdk.asked(folder.resolve("shim"), "21.0.2");
    FakeJdk old = FakeJdk.asked(folder.resolve("old shim"), "11.0.2");

    assertEquals(
        0, run(Map.of("JAVA_HOME", modern.folder().toString()), launcher.toString()).exitCode());
    Ran refused = run(Map.of("JAVA_HOME", old.folder().toString()), launcher.toString());
    assertEquals(1, refused.exitCode());
    assertTrue(refused.err().contains("is version 11.0.2"), refused.err());
  }

  @Test
  void a_class_archive_is_used_only_if_it_is_there_and_for_this_jdk_and_these_jars()
      throws IOException {
    Path libraries = Files.createDirectory(home.resolve("lib"));
    Files.writeString(libraries.resolve("build-id"), "12345 678\n");
    Path archive = libraries.resolve("archive/17.0.15+1-Some_Vendor-12345_678/supervisor.jsa");

    assertFalse(run(java(), launcher.toString()).out().contains("SharedArchiveFile"));
    made(archive.getParent(), "supervisor.jsa");
    assertTrue(
        run(java(), launcher.toString()).lines().contains("-XX:SharedArchiveFile=" + archive));
    Files.writeString(libraries.resolve("build-id"), "12345 679\n");
    assertFalse(run(java(), launcher.toString()).out().contains("SharedArchiveFile"));
  }

  @ParameterizedTest
  @CsvSource({"17.0.1,jsa", "25.0.3,aot"})
  void a_server_for_http_has_a_class_archive_of_its_own(String version, String ending)
      throws IOException {
    jdk = FakeJdk.of(folder.resolve("jdk"), version);
    Path archive = home.resolve("lib/archive/" + version + "+1-Some_Vendor-unknown");
    made(archive, "supervisor." + ending);
    Map<String, String> byVariable = java();
    byVariable.put("BULLPEN_HTTP", "127.0.0.1:0");
    assertFalse(run(byVariable, launcher.toString()).out().contains("/supervisor"));

    made(archive, "supervisor-http." + ending);

    assertTrue(run(byVariable, launcher.toString()).out().contains("/supervisor-http." + ending));
    String asked = run(java(), launcher.toString(), "--http", "127.0.0.1:0").out();
    assertTrue(asked.contains("/supervisor-http." + ending));
    assertTrue(run(java(), launcher.toString()).out().contains("/supervisor." + ending));
  }

  @Test
  void a_prompt_has_its_library_and_a_server_has_not() throws IOException {
    Path library = home.resolve("lib/try");
    Ran prompt = run(java(), launcher.toString(), "try");
    String path = home + "/lib:" + home + "/lib/helper";
    assertTrue(prompt.lines().contains(path + ":" + library), prompt.out());
    assertTrue(prompt.lines().contains("org.jline.reader"), prompt.out());
    assertEquals("said by the JVM\n", prompt.err()); // in a pipe, as ever

    Ran server = run(java(), launcher.toString());
    assertTrue(server.lines().contains(path), server.out());
    assertFalse(server.out().contains("jline"), server.out());
  }

  @ParameterizedTest
  @ValueSource(strings = {"sh", "dash", "bash", "bash --posix"})
  void a_socket_that_systemd_passes_to_this_process_becomes_the_input(String shell)
      throws IOException {
    Programs.write(
        jdk.java(),
        "#!/bin/sh",
        "cat >&3; echo \"variables: ${LISTEN_PID-}${LISTEN_FDS-}${LISTEN_FDNAMES-}\" >&3");
    Path passed = Files.writeString(folder.resolve("passed"), "passed\n");
    Map<String, String> environment = java();
    environment.put("PATH", System.getenv("PATH"));
    String start =
        "export LISTEN_PID=$%s LISTEN_FDS=%d LISTEN_FDNAMES=mcp; exec "
            + shell
            + " '"
            + launcher
            + "' %s 3<'"
            + passed
            + "' </dev/null";

    Ran http = run(environment, "/bin/sh", "-c", start.formatted("$", 1, "--http systemd"));
    assertEquals("passed\nvariables: \n", http.out(), http.err());
    Ran another = run(environment, "/bin/sh", "-c", start.formatted("PPID", 1, "--http systemd"));
    assertTrue(another.out().matches("variables: [0-9]+1mcp\n"), another.toString());
    Ran stdio = run(environment, "/bin/sh", "-c", start.formatted("$", 1, ""));
    assertTrue(stdio.out().matches("variables: [0-9]+1mcp\n"), stdio.toString());
    Ran two = run(environment, "/bin/sh", "-c", start.formatted("$", 2, "--http=systemd"));
    assertEquals(1, two.exitCode());
    assertTrue(two.err().contains("systemd passes 2 sockets (LISTEN_FDS)"), two.err());
  }

  @ParameterizedTest
  @ValueSource(strings = {"..", ".", "places", "supervisor.jsa"})
  void a_class_archive_that_other_users_may_have_put_there_is_not_used(String changeable)
      throws IOException {
    Path archive = home.resolve("lib/archive/17.0.15+1-Some_Vendor-unknown");
    made(archive, "supervisor.jsa");
    assertTrue(run(java(), launcher.toString()).out().contains("/supervisor.jsa"));

    Path writable = archive.resolve(changeable);
    Files.setPosixFilePermissions(writable, PosixFilePermissions.fromString("rwxr-x-w-"));

    assertFalse(run(java(), launcher.toString()).out().contains("/supervisor.jsa"));
  }

  @ParameterizedTest
  @CsvSource({"17.0.1,jsa", "25.0.3,aot"})
  void a_class_archive_that_was_copied_with_its_folder_is_not_used(String version, String ending)
      throws IOException {
    jdk = FakeJdk.of(folder.resolve("jdk"), version);
    Path archive = home.resolve("lib/archive/" + version + "+1-Some_Vendor-unknown");
    made(archive, "supervisor." + ending);
    Path places = archive.resolve("places");
    Files.writeString(places, home + "\n/where/it/was\n");
    assertFalse(run(java(), launcher.toString()).out().contains("/supervisor." + ending));

    Files.writeString(places, "/where/it/was\n" + home + "\n");

    assertTrue(run(java(), launcher.toString()).out().contains("/supervisor." + ending));
  }

  @ParameterizedTest
  @CsvSource({
    "17.0.1,jsa,-XX:ArchiveClassesAtExit=new",
    "25.0.3,aot,-XX:AOTMode=record -XX:AOTConfiguration=new",
    "25.0.3,aot,-XX:AOTCacheOutput=new"
  })
  void a_jvm_that_writes_a_class_archive_uses_none(String version, String ending, String options)
      throws IOException {
    jdk = FakeJdk.of(folder.resolve("jdk"), version);
    Path archive = home.resolve("lib/archive/" + version + "+1-Some_Vendor-unknown");
    made(archive, "supervisor." + ending);
    Map<String, String> environment = java();
    assertTrue(run(environment, launcher.toString()).out().contains("/supervisor." + ending));

    environment.put("BULLPEN_JAVA_OPTS", options);

    assertFalse(run(environment, launcher.toString()).out().contains("/supervisor." + ending));
  }

  @ParameterizedTest
  @CsvSource({"17.0.1,false", "23.0.2,false", "24,true", "25.0.3,true"})
  void from_24_on_there_is_an_ahead_of_time_cache_and_native_access_is_named(
      String version, boolean modern) throws IOException {
    jdk = FakeJdk.of(folder.resolve("jdk"), version);
    Path archive = home.resolve("lib/archive/" + version + "+1-Some_Vendor-unknown");
    made(archive, "supervisor.aot", "supervisor.jsa");

    List<String> lines = run(java(), launcher.toString()).lines();

    assertEquals(modern, lines.contains("-XX:AOTCache=" + archive + "/supervisor.aot"));
    assertEquals(modern, lines.contains("--enable-native-access=com.sun.jna"));
    assertEquals(!modern, lines.contains("-XX:SharedArchiveFile=" + archive + "/supervisor.jsa"));
  }

  @ParameterizedTest
  @CsvSource({"17.0.1,true", "25.0.3,true", "26,false"})
  void archives_are_mapped_where_they_were_made_for_by_jvms_known_to_do_so(
      String version, boolean known) throws IOException {
    jdk = FakeJdk.of(folder.resolve("jdk"), version);
    List<String> lines = run(java(), launcher.toString()).lines();
    assertEquals(known, lines.contains("-XX:+UnlockDiagnosticVMOptions"));
    assertEquals(known, lines.contains("-XX:ArchiveRelocationMode=0"));
  }

  @Test
  void more_options_come_last_so_that_they_win() {
    Map<String, String> environment = java();
    environment.put("BULLPEN_JAVA_OPTS", "-Xmx1g  -Dstar=*");

    List<String> lines = run(environment, launcher.toString()).lines();

    assertTrue(lines.indexOf("-Xmx1g") > lines.indexOf("-Xmx256m"));
    assertTrue(lines.contains("-Dstar=*"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"tmp", "a tmp"})
  void javas_own_temporary_files_are_where_the_environment_says(String name) throws IOException {
    Path temporary = Files.createDirectory(folder.resolve(name));

    assertEquals(List.of("-Djava.io.tmpdir=" + temporary), temporaryFolders(temporary.toString()));
  }

  @Test
  void without_a_folder_that_the_environment_names_they_are_where_java_has_them() {
    assertEquals(List.of(), temporaryFolders(run(java(), launcher.toString())));
    for (String none : List.of("", "/no/such", "a home")) {
      assertEquals(List.of(), temporaryFolders(none), none);
    }
  }

  @Test
  void scripts_will_see_the_callers_environment_unchanged() throws IOException {
    Map<String, String> environment = java();
    for (String name :
        List.of(
            "home", "java", "jdk", "version", "build", "vendor", "name", "value", "key",
            "target")) {
      environment.put(name, "mine");
    }

    environment.put("LC_ALL", "C.UTF-8"); // no other is changed for the JVM

    run(environment, launcher.toString());

    List<String> seen = new ArrayList<>(jdk.environment());
    seen.removeIf(entry -> entry.matches("(PWD|OLDPWD|SHLVL|_)=.*"));
    assertEquals(environment.size(), seen.size(), seen::toString);
    environment.forEach((name, value) -> assertTrue(seen.contains(name + "=" + value), name));
  }

  /** With some descriptors closed, in the syntax of sh. */
  private Ran closing(String descriptors, String command) {
    Map<String, String> environment = java();
    environment.put("PATH", System.getenv("PATH"));
    return run(environment, "/bin/sh", "-c", "exec " + command + " " + descriptors);
  }

  /** Class archives, as if {@code launcher archive} had made them here. */
  private void made(Path archive, String... names) throws IOException {
    Files.createDirectories(archive);
    for (String name : names) {
      Files.createFile(archive.resolve(name));
    }
    Files.writeString(archive.resolve("places"), home + "\n");
  }

  /** The JVM's options for its temporary files, with that TMPDIR. */
  private List<String> temporaryFolders(String value) {
    Map<String, String> environment = java();
    environment.put("TMPDIR", value);
    return temporaryFolders(run(environment, launcher.toString()));
  }

  private static List<String> temporaryFolders(Ran ran) {
    assertEquals(0, ran.exitCode(), ran::toString);
    return ran.lines().stream().filter(line -> line.startsWith("-Djava.io.tmpdir=")).toList();
  }

  private static String archiveOf(Ran ran) {
    return ran.lines().stream()
        .filter(line -> line.startsWith("-Dbullpen.archive="))
        .findFirst()
        .orElse("");
  }

  private static List<String> after(String word, Ran ran) {
    List<String> lines = ran.lines();
    return lines.subList(lines.indexOf(word) + 1, lines.size());
  }
}
