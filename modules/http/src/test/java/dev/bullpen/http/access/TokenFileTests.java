package dev.bullpen.http.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.http.access.Grant.Permissions;
import dev.bullpen.http.access.Grant.Quotas;
import dev.bullpen.http.access.Verdict.Allowed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TokenFileTests {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
  private static final String ALICE = "alices-token-of-more-than-32-characters";
  private static final String BOB = "bobs-token-of-more-than-32-characters-";

  @TempDir private Path folder;
  private Path file;
  private final AtomicLong clock = new AtomicLong();
  private final List<String> warnings = new ArrayList<>();

  @BeforeEach
  void name_the_file() {
    file = folder.resolve("tokens.json");
  }

  private static String sha256(String token) {
    return HexFormat.of().formatHex(KnownToken.hash(token));
  }

  private static String entry(String name, String token) {
    return "{\"name\":\"%s\",\"sha256\":\"%s\",\"tools\":[\"*\"]}".formatted(name, sha256(token));
  }

  private static String file(String... entries) {
    return "{\"tokens\":[%s]}".formatted(String.join(",", entries));
  }

  /** As an editor does it: a new file in the old one's place. */
  private void write(String text) throws IOException {
    write(text, "rw-------");
  }

  private void write(String text, String mode) throws IOException {
    Path next = folder.resolve("next");
    Files.writeString(next, text);
    Files.setPosixFilePermissions(next, PosixFilePermissions.fromString(mode));
    Files.move(next, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
  }

  private PermissionFile<KnownToken> open() throws AccessException {
    return new PermissionFile<>(PermissionFile.TOKENS, file, clock::get, warnings::add);
  }

  private Optional<Grant> grant(StaticTokens tokens, String token) {
    return tokens.authenticate(Optional.of(token)) instanceof Allowed allowed
        ? Optional.of(allowed.grant())
        : Optional.empty();
  }

  private Optional<String> principal(StaticTokens tokens, String token) {
    return grant(tokens, token).map(Grant::principal);
  }

  private String refusal() {
    String message = assertThrows(AccessException.class, this::open).getMessage();
    assertTrue(message.contains(file.toString()), message);
    return message;
  }

  private String refusal(String text) throws IOException {
    write(text);
    return refusal();
  }

  @Test
  void an_entry_says_who_has_a_token_and_what_it_may() throws Exception {
    write(
        file(
            """
            {"name": "alice", "sha256": "%s", "tools": ["files.*", "ping"], "prompts": ["*"],
             "resources": ["file:///srv/*"], "callsPerMinute": 60, "concurrentCalls": 4}
            """
                .formatted(sha256(ALICE).toUpperCase(Locale.ROOT))));
    Grant grant = grant(StaticTokens.of(open()), ALICE).orElseThrow();
    assertEquals("token:alice", grant.principal());
    Permissions may = grant.permissions();
    assertTrue(may.tools().permit("files.read"));
    assertFalse(may.tools().permit("shell"));
    assertTrue(may.prompts().permit("any"));
    assertTrue(may.resources().permit("file:///srv/a"));
    assertFalse(may.resources().permit("file:///etc/passwd"));
    assertEquals(new Quotas(Optional.of(60), Optional.of(4)), grant.quotas());
  }

  @Test
  void what_an_entry_does_not_name_is_denied() throws Exception {
    write(file("{\"name\":\"alice\",\"sha256\":\"%s\"}".formatted(sha256(ALICE))));
    Permissions may = grant(StaticTokens.of(open()), ALICE).orElseThrow().permissions();
    assertFalse(may.tools().permit("a"));
    assertFalse(may.prompts().permit("a"));
    assertFalse(may.resources().permit("a"));
  }

  @Test
  void several_tokens_are_valid_at_once_and_two_may_have_one_name() throws Exception {
    write(file(entry("alice", ALICE), entry("alice", ALICE + "2"), entry("bob", BOB)));
    StaticTokens tokens = StaticTokens.of(open());
    assertEquals(Optional.of("token:alice"), principal(tokens, ALICE));
    assertEquals(Optional.of("token:alice"), principal(tokens, ALICE + "2"));
    assertEquals(Optional.of("token:bob"), principal(tokens, BOB));
    assertEquals(Optional.empty(), principal(tokens, BOB + "2"));
  }

  @Test
  void a_token_is_added_and_revoked_without_a_restart_within_a_second() throws Exception {
    write(file(entry("alice", ALICE)));
    StaticTokens tokens = StaticTokens.of(open());
    assertEquals(Optional.of("token:alice"), principal(tokens, ALICE));
    write(file(entry("bob", BOB)));
    clock.addAndGet(SECOND - 1);
    assertEquals(Optional.of("token:alice"), principal(tokens, ALICE));
    clock.addAndGet(1);
    assertEquals(Optional.empty(), principal(tokens, ALICE));
    assertEquals(Optional.of("token:bob"), principal(tokens, BOB));
    write(file());
    clock.addAndGet(SECOND);
    assertEquals(Optional.empty(), principal(tokens, BOB));
    assertEquals(List.of(), warnings);
  }

  @Test
  void a_file_that_is_broken_later_is_warned_of_once_and_the_old_tokens_stay() throws Exception {
    write(file(entry("alice", ALICE)));
    StaticTokens tokens = StaticTokens.of(open());
    write("{\"tokens\": [\n  {\"name\": \"bob\",}\n]}");
    for (int i = 0; i < 3; i++) {
      clock.addAndGet(SECOND);
      assertEquals(Optional.of("token:alice"), principal(tokens, ALICE));
    }
    assertEquals(
        List.of(
            ("The file of tokens, %s, cannot be read: line 2, column 18: not valid JSON: a comma before \"}\". Correct the file."
                    + " Until then, the entries read before stay valid.")
                .formatted(file)),
        warnings);
    write(file(entry("bob", BOB)));
    clock.addAndGet(SECOND);
    assertEquals(Optional.of("token:bob"), principal(tokens, BOB));
    assertEquals(Optional.empty(), principal(tokens, ALICE));
  }

  @Test
  void a_file_that_is_opened_to_others_or_removed_later_does_not_count() throws Exception {
    write(file(entry("alice", ALICE)));
    StaticTokens tokens = StaticTokens.of(open());
    write(file(entry("bob", BOB)), "rw-rw----");
    clock.addAndGet(SECOND);
    assertEquals(Optional.empty(), principal(tokens, BOB));
    Files.delete(file);
    clock.addAndGet(SECOND);
    assertEquals(Optional.of("token:alice"), principal(tokens, ALICE));
    assertEquals(2, warnings.size(), warnings.toString());
  }

  @Test
  void a_file_counts_as_soon_as_it_can_be_used_although_it_stays_the_same() throws Exception {
    write(file(entry("alice", ALICE)));
    StaticTokens tokens = StaticTokens.of(open());
    write(file(entry("bob", BOB)));
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
    for (int i = 0; i < 3; i++) {
      clock.addAndGet(SECOND);
      assertEquals(Optional.of("token:alice"), principal(tokens, ALICE));
    }
    assertEquals(1, warnings.size(), warnings.toString());
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
    clock.addAndGet(SECOND);
    assertEquals(Optional.empty(), principal(tokens, ALICE));
    assertEquals(Optional.of("token:bob"), principal(tokens, BOB));
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-r-----", "rw--w----", "rw----r--", "rw-----w-", "rw-rw-rw-"})
  void a_file_that_others_can_read_or_write_is_refused(String mode) throws Exception {
    write(file(entry("alice", ALICE)), mode);
    String message = refusal();
    assertTrue(message.contains("Run: chmod "), message);
  }

  @Test
  void a_file_in_a_folder_that_others_can_write_is_refused() throws Exception {
    write(file(entry("alice", ALICE)));
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
    String message = assertThrows(AccessException.class, this::open).getMessage();
    assertTrue(message.contains("Run: chmod go-w " + folder), message);
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
    open();
  }

  @Test
  void a_link_leads_to_the_file() throws Exception {
    Path real = folder.resolve("real");
    Files.writeString(real, file(entry("alice", ALICE)));
    Files.setPosixFilePermissions(real, PosixFilePermissions.fromString("r--------"));
    Files.createSymbolicLink(file, real);
    assertEquals(Optional.of("token:alice"), principal(StaticTokens.of(open()), ALICE));
  }

  @Test
  void what_is_not_there_or_no_file_or_too_long_is_refused() throws Exception {
    assertTrue(refusal().contains("there is no such file"));
    Files.createDirectory(file);
    assertTrue(refusal().contains("it is not a regular file"));
    Files.delete(file);
    assertTrue(refusal(file() + " ".repeat(1024 * 1024)).contains("longer than 1048576 bytes"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          []                                    | it is not a JSON object
          {}                                    | "tokens" is missing or not an array
          {"tokens":{}}                         | "tokens" is missing or not an array
          {"tokens":[],"token":[]}              | unknown key "token"
          {"tokens":[],"tokens":[]}             | line 1, column 22
          {"tokens":[1]}                        | entry 1: it is not an object
          {"tokens":[{"name":"a"}]}             | entry 1: "sha256" is missing or not 64 hexadecimal digits
          {"tokens":[{"name":"a","sha256":"1"}]}| entry 1: "sha256" is missing or not 64 hexadecimal digits
          {"tokens":[{"sha256":"HASH"}]}        | entry 1: "name" is missing or not a name
          {"tokens":[{"name":"a b","sha256":"HASH"}]} | entry 1: "name" is missing or not a name
          {"tokens":[{"name":"","sha256":"HASH"}]} | entry 1: "name" is missing or not a name
          {"tokens":[{"name":"a","sha256":"HASH","tool":[]}]} | entry 1: unknown key "tool"
          {"tokens":[{"name":"a","sha256":"HASH","tools":"*"}]} | entry 1: "tools" is not an array of names
          {"tokens":[{"name":"a","sha256":"HASH","tools":[1]}]} | entry 1: "tools" is not an array of names
          {"tokens":[{"name":"a","sha256":"HASH","prompts":[""]}]} | entry 1: "prompts" is not an array of names
          {"tokens":[{"name":"a","sha256":"HASH","callsPerMinute":0}]} | entry 1: "callsPerMinute" is not a whole number
          {"tokens":[{"name":"a","sha256":"HASH","callsPerMinute":1000001}]} | entry 1: "callsPerMinute" is not a whole number
          {"tokens":[{"name":"a","sha256":"HASH","concurrentCalls":1.5}]} | entry 1: "concurrentCalls" is not a whole number
          {"tokens":[{"name":"a","sha256":"HASH"},{"name":"b","sha256":"HASH"}]} | entry 2: its sha256 is in another entry too
          """)
  void a_file_with_anything_unknown_or_missing_is_refused(String text, String reason)
      throws Exception {
    String hash = sha256(ALICE);
    String message = refusal(text.replace("HASH", hash));
    assertTrue(message.contains(reason), message);
    assertFalse(message.contains(hash), "no message has a hash");
  }

  @Test
  void a_token_that_was_put_in_a_wrong_place_is_in_no_message() throws Exception {
    String name = refusal("{\"tokens\":[{\"name\":\"%s\",\"sha256\":1}]}".formatted(ALICE));
    assertFalse(name.contains(ALICE), name);
    String hash = refusal("{\"tokens\":[{\"name\":\"a\",\"sha256\":\"%s\"}]}".formatted(ALICE));
    assertFalse(hash.contains(ALICE), hash);
  }

  @Test
  void a_token_file_lets_in_no_other_client() throws Exception {
    write(file());
    assertInstanceOf(
        Verdict.Refused.class,
        StaticTokens.of(open()).authenticate(Optional.of(StaticTokens.random())));
  }
}
