package dev.bullpen.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.pool.setting.Isolation;
import dev.bullpen.pool.setting.PoolSize;
import dev.bullpen.posix.cgroup.Cgroup;
import dev.bullpen.project.script.ScriptLimits;
import dev.bullpen.project.script.ScriptLimits.Limit;
import dev.bullpen.project.tool.ToolPolicy.PolicyRule;
import dev.bullpen.server.HttpOptions;
import dev.bullpen.server.HttpOptions.Clients;
import dev.bullpen.server.HttpOptions.Fleet;
import dev.bullpen.server.HttpOptions.Issuer;
import dev.bullpen.server.HttpOptions.Reach;
import dev.bullpen.server.ServeOptions;
import dev.bullpen.server.ServeOptions.StateUse;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServeSettingsTests {
  private static final ScriptLimits LIMITS =
      new ScriptLimits(Map.of(Limit.CPU_SECS, 60, Limit.MEMORY_MEBIBYTES, 1024));

  @Test
  void without_a_word_everything_has_its_default() throws UsageException {
    assertEquals(
        new ServeSettings(
            Optional.empty(),
            Optional.empty(),
            PolicyRule.PROJECT,
            new ServeOptions.Helpers(new PoolSize(2, 4, 16), 10_000, 64, Isolation.AUTO),
            new ServeOptions.Graces(Duration.ZERO, Duration.ofSeconds(2), Duration.ofSeconds(60)),
            new ServeOptions.ClientLimits(33_554_432, 250, 5000, 1000, 1000, false),
            new ServeOptions.StateRule(Duration.ofMinutes(10), StateUse.MANY),
            ScriptLimits.NONE,
            Optional.empty(),
            true,
            Optional.empty()),
        read(Map.of()));
  }

  @Test
  void with_an_address_alone_http_has_its_defaults() throws UsageException {
    assertEquals(
        Optional.of(
            new HttpOptions(
                new Reach(List.of("127.0.0.1:0"), Optional.empty(), Optional.empty(), false),
                new Clients(false, Optional.empty(), Optional.empty(), List.of(), List.of()),
                true,
                Duration.ofSeconds(30),
                Optional.empty(),
                Optional.empty())),
        read(Map.of(), "--http", "127.0.0.1:0").http());
  }

  private static ServeSettings everySetting(String projectOf, PolicyRule policy) {
    return new ServeSettings(
        Optional.of(new Given(projectOf, "p")),
        Optional.of("a,b"),
        policy,
        new ServeOptions.Helpers(PoolSize.of(2, 3), 500, 1024, Isolation.GROUP),
        new ServeOptions.Graces(
            Duration.ofMillis(1500), Duration.ofSeconds(3), Duration.ofSeconds(4)),
        new ServeOptions.ClientLimits(5000, 10, 7, 8, 9, false),
        new ServeOptions.StateRule(Duration.ofMinutes(1), StateUse.ONCE),
        LIMITS,
        Optional.of(new ServeOptions.AuditRule(Path.of("l"), ServeOptions.AuditFailure.GO)),
        false,
        Optional.of(
            new HttpOptions(
                new Reach(
                    List.of("127.0.0.1:0"),
                    Optional.of(Path.of("c")),
                    Optional.of(Path.of("k")),
                    true),
                new Clients(
                    true,
                    Optional.of(Path.of("t")),
                    Optional.of(
                        new Issuer(
                            "i", "a", Optional.of("j"), List.of("s"), Optional.of(Path.of("f")))),
                    List.of("h"),
                    List.of("http://o")),
                false,
                Duration.ofSeconds(5),
                Optional.of("127.0.0.1:1"),
                Optional.of(
                    new Fleet(
                        Optional.of("n"),
                        Map.of("b", "http://b:1"),
                        Optional.of("http://s:1"),
                        Path.of("y"))))));
  }

  @Test
  void every_setting_has_a_flag() throws UsageException {
    assertEquals(
        everySetting("--project", PolicyRule.PROJECT),
        read(
            Map.of(),
            """
            --project p --allow a --allow=b --workers 2 --max-workers 3 --jobs-per-helper 500
            --helper-memory 1g --grace 1.5 --tool-grace 3 --finish 4 --max-line-bytes 5000
            --completion-rate 7 --tool-rate 8 --calls-per-tool 9 --state-ttl 60 --state-use once
            --node n --peer b=http://b:1 --peers-dns http://s:1 --fleet-key-file y --control off
            --http 127.0.0.1:0 --legacy-sessions off --drain 5 --anonymous --behind-proxy
            --oauth-issuer i --audience a --oauth-jwks j --oauth-scope s --oauth-scope-file f
            --tls-cert c --tls-key k --token-file t --allow-host h --allow-origin http://o
            --admin 127.0.0.1:1 --audit-log l --audit-failure go
            --page-size 10 --job-limits cpuSecs=60,memoryMiB=1024 --isolation group
            """
                .split("\\s+")));
  }

  @Test
  void every_setting_has_a_twin_in_the_environment() throws UsageException {
    assertEquals(
        everySetting("BULLPEN_PROJECT", PolicyRule.NARROW),
        read(
            variables(
                """
                PROJECT=p ALLOW=a,b WORKERS=2 MAX_WORKERS=3 JOBS_PER_HELPER=500 HELPER_MEMORY=1G
                GRACE=1.5 TOOL_GRACE=3 FINISH=4 MAX_LINE_BYTES=5000 COMPLETION_RATE=7 TOOL_RATE=8
                CALLS_PER_TOOL=9 STATE_TTL=60 STATE_USE=once PAGE_SIZE=10
                NODE=n PEER=b=http://b:1 PEERS_DNS=http://s:1 FLEET_KEY_FILE=y CONTROL=off
                HTTP=127.0.0.1:0 LEGACY_SESSIONS=off DRAIN=5 ANONYMOUS=on BEHIND_PROXY=on
                OAUTH_ISSUER=i AUDIENCE=a OAUTH_JWKS=j OAUTH_SCOPE=s OAUTH_SCOPE_FILE=f
                TLS_CERT=c TLS_KEY=k TOKEN_FILE=t ALLOW_HOST=h ALLOW_ORIGIN=http://o
                ADMIN=127.0.0.1:1 AUDIT_LOG=l AUDIT_FAILURE=go
                JOB_LIMITS=cpuSecs=60,memoryMiB=1024 ISOLATION=group POLICY=narrow
                """)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"--node", "--peer", "--peers-dns"})
  void a_fleet_needs_keys(String flag) {
    UsageException e =
        assertThrows(
            UsageException.class,
            () -> ServeSettings.read(List.of("--http", "127.0.0.1:0", flag, "b=c"), Map.of()));
    assertEquals(flag + " needs --fleet-key-file, which all replicas share.", e.getMessage());
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://b:1", "=http://b:1", "b=http://b:1,b=http://b:2"})
  void a_peer_has_a_name_of_its_own_and_a_url(String peers) {
    List<String> flags = List.of("--http", "127.0.0.1:0", "--fleet-key-file", "y", "--peer", peers);
    UsageException e =
        assertThrows(UsageException.class, () -> ServeSettings.read(flags, Map.of()));
    assertTrue(e.getMessage().contains("Give each once"), e.getMessage());
  }

  @ParameterizedTest
  @ValueSource(strings = {"--oauth-jwks", "--oauth-scope", "--oauth-scope-file"})
  void what_belongs_to_an_issuer_is_refused_without_one(String flag) {
    UsageException e = assertThrows(UsageException.class, () -> read(Map.of(), flag, "x"));

    assertEquals(flag + " needs --oauth-issuer and --audience.", e.getMessage());
  }

  private static Map<String, String> variables(String pairs) {
    return Stream.of(pairs.split("\\s+"))
        .map(pair -> pair.split("=", 2))
        .collect(Collectors.toMap(pair -> "BULLPEN_" + pair[0], pair -> pair[1]));
  }

  @ParameterizedTest
  @CsvSource({"32m,32", "33M,33", "1g,1024", "64g,65536", "65536m,65536"})
  void helper_memory_is_a_size_with_its_unit(String given, int mebibytes) throws UsageException {
    assertEquals(mebibytes, read(Map.of(), "--helper-memory", given).helpers().heapMebibytes());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "64", "31m", "65537m", "65g", "64k", "-64m", "1.5g", "9999999999999999g"})
  void other_helper_memory_is_refused(String given) {
    UsageException e =
        assertThrows(UsageException.class, () -> read(Map.of(), "--helper-memory", given));

    assertEquals(
        "--helper-memory is \"%s\", but must be a size from 32m to 65536m, such as 256m or 1g. For example --helper-memory 64m."
            .formatted(given),
        e.getMessage());
  }

  @Test
  void a_flag_wins_over_the_environment_and_the_last_of_two_over_the_first() throws UsageException {
    assertEquals(
        3,
        read(Map.of("BULLPEN_WORKERS", "2"), "--workers", "5", "--workers=3")
            .helpers()
            .size()
            .workers());
  }

  @Test
  void an_allow_list_goes_before_that_of_the_environment_and_a_project_gets_it()
      throws UsageException {
    Map<String, String> environment = Map.of("MCPBASH_TOOL_ALLOWLIST", "c", "OTHER", "o");

    assertEquals(environment, read(environment).environment(environment));
    assertEquals(
        Map.of("MCPBASH_TOOL_ALLOWLIST", "a b,*", "OTHER", "o"),
        read(environment, "--allow", "a b", "--allow", "*").environment(environment));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", ",", " , "})
  void an_allow_list_without_a_name_is_refused_on_the_command_line_alone(String none)
      throws UsageException {
    assertEquals(
        "--allow is \"%s\", but must be names of tools between commas, or '*' for all. For example"
                .formatted(none)
            + " --allow greet,search.",
        refused("--allow", none));
    read(Map.of("MCPBASH_TOOL_ALLOWLIST", none));
  }

  @Test
  void an_empty_variable_counts_as_unset() throws UsageException {
    assertEquals(4, read(Map.of("BULLPEN_WORKERS", "")).helpers().size().workers());
  }

  @Test
  void a_state_is_used_many_times_or_once() throws UsageException {
    assertEquals(StateUse.MANY, read(Map.of(), "--state-use", "many").state().use());
    assertEquals(
        "--state-use is \"twice\", but must be many or once.", refused("--state-use", "twice"));
  }

  /** All but cgroup, which is not to be had everywhere. */
  @ParameterizedTest
  @EnumSource
  void each_word_that_the_help_shows_is_taken_and_the_first_is_the_default(Setting setting)
      throws UsageException {
    List<String> words = setting.choice.map(Choice::words).orElse(List.of());
    for (String word : words) {
      if (!word.equals("cgroup")) {
        ServeSettings taken = read(Map.of(), setting.flag(), word);
        assertTrue(!word.equals(words.get(0)) || taken.equals(read(Map.of())), word);
      }
    }
  }

  @Test
  void a_flag_may_carry_its_value_behind_an_equals_sign() throws UsageException {
    assertEquals(
        Optional.of(new Given("--project", "a=b")), read(Map.of(), "--project=a=b").project());
    assertEquals(
        Optional.of(new Given("--project-root", "a")),
        read(Map.of(), "--project-root", "a").project());
  }

  @ParameterizedTest
  @CsvSource({
    "--workers,0,1,64,65",
    "--max-workers,3,4,256,257",
    "--jobs-per-helper,-1,0,1000000000,1000000001",
    "--max-line-bytes,4095,4096,1073741824,1073741825",
    "--state-ttl,0,1,86400,86401",
    "--completion-rate,0,1,1000000,1000001",
    "--page-size,0,1,10000,10001",
    "--grace,-1,0,1000000,1000001"
  })
  void each_number_has_a_least_and_a_most(
      String flag, String below, String least, String most, String above) throws UsageException {
    String four = "--workers=4"; // a ceiling is no lower
    read(Map.of(), four, flag, least);
    read(Map.of(), four, flag, most);
    refused(four, flag, below);
    refused(four, flag, above);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "nine", "4 ", "+4", "4.0", "0x4", "99999999999999999999", "٤"})
  void what_is_not_a_number_is_refused(String value) {
    assertEquals(
        "--workers is \""
            + value
            + "\", but must be a whole number from 1 to 64. For example --workers 4.",
        refused("--workers", value));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-0", ".5", "5.", "1e3", "1,5", "0x1", "Infinity"})
  void what_is_not_a_time_is_refused(String value) {
    assertTrue(refused("--grace", value).endsWith("For example --grace 0.5."));
  }

  @Test
  void a_wrong_variable_is_named_as_the_user_knows_it() {
    UsageException e =
        assertThrows(UsageException.class, () -> read(Map.of("BULLPEN_WORKERS", "many")));

    assertEquals(
        "BULLPEN_WORKERS is \"many\", but must be a whole number from 1 to 64. For example"
            + " BULLPEN_WORKERS=4.",
        e.getMessage());
  }

  /** Where it may make them, that is all it says; where it may not, it says what to do. */
  @Test
  void cgroups_are_taken_only_where_they_can_be_had() throws UsageException {
    boolean here = true;
    try {
      Cgroup.tryBelowOwn();
    } catch (IOException e) {
      here = false;
    }
    if (here) {
      assertEquals(Isolation.CGROUP, read(Map.of(), "--isolation", "cgroup").helpers().isolation());
    } else {
      String said = refused("--isolation", "cgroup");
      assertTrue(said.startsWith("--isolation is \"cgroup\", but "), said);
      assertTrue(said.contains("Use auto or group, or start the server where"), said);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "--isolation groups | --isolation is \"groups\", but must be auto, group or cgroup. Did you mean group?",
        "--isolation namespace | --isolation is \"namespace\", but must be auto, group or cgroup, for namespaces are not available in this version. For example --isolation auto.",
        "--job-limits cpuSecs=60,memory=1 | --job-limits is \"cpuSecs=60,memory=1\", and there \"memory=1\" does not start with one of cpuSecs, memoryMiB, openFiles, processes, fileMiB and a =. For example cpuSecs=60,memoryMiB=1024.",
        "--projct p | there is no setting --projct. Did you mean --project? launcher --help lists all there are.",
        "--verbose | there is no setting --verbose. launcher --help lists all there are.",
        "--workers | --workers needs a value: --workers N."
      })
  void what_is_wrong_is_refused_with_what_to_do(String words, String sentence) {
    assertEquals(sentence, refused(words.split(" ")));
  }

  @Test
  void a_word_among_the_flags_is_refused() {
    assertEquals(
        "unexpected argument \"demo\". A command comes first, before its options: launcher demo"
            + " [OPTION]...; launcher --help lists both.",
        refused("--workers", "4", "demo"));
    assertTrue(refused("--workers", "4", "/").contains("Did you mean --project /?"));
    assertTrue(refused("--allow", "a", "b").contains("--allow '*'"), "the shell has expanded it");
  }

  @ParameterizedTest
  @DisplayName(
      "a number that is not set gives way to the other; only workers that were set stay warm")
  @CsvSource({
    "--jobs-per-helper=1,2,4,16",
    "--workers=4,4,4,16",
    "--workers=16,16,16,16",
    "--workers=17,17,17,17",
    "--max-workers=1,1,1,1",
    "--max-workers=3,2,3,3",
    "--max-workers=5,2,4,5"
  })
  void a_number_that_was_not_set_gives_way(String flag, int atRest, int workers, int most)
      throws UsageException {
    assertEquals(new PoolSize(atRest, workers, most), read(Map.of(), flag).helpers().size());
  }

  @Test
  void a_ceiling_below_the_workers_is_refused_when_both_were_set() throws UsageException {
    assertEquals(
        4, read(Map.of(), "--workers", "4", "--max-workers", "4").helpers().size().maxWorkers());
    assertEquals(
        "--max-workers is 3, fewer than the 4 of --workers. Raise it to 4 or more, or leave it"
            + " out.",
        refused("--workers", "4", "--max-workers", "3"));
  }

  @ParameterizedTest
  @CsvSource({"8,'',8", "0,'',1", "1000,'',256", "8,5,5"})
  void the_ceiling_of_mcp_bash_is_understood_as_it_was_there(
      String ofMcpBash, String own, int workers) throws UsageException {
    Map<String, String> environment =
        Map.of("MCPBASH_MAX_CONCURRENT_REQUESTS", ofMcpBash, "BULLPEN_MAX_WORKERS", own);
    assertEquals(workers, read(environment).helpers().size().maxWorkers());
  }

  private static ServeSettings read(Map<String, String> environment, String... arguments)
      throws UsageException {
    return ServeSettings.read(List.of(arguments), environment);
  }

  private static String refused(String... arguments) {
    return assertThrows(
            UsageException.class,
            () -> read(Map.of(), arguments),
            () -> List.of(arguments).toString())
        .getMessage();
  }
}
