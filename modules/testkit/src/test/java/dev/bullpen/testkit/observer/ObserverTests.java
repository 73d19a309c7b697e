package dev.bullpen.testkit.observer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Gate;
import dev.bullpen.testkit.Poll;
import dev.bullpen.testkit.Signal;
import dev.bullpen.testkit.Tokens;
import dev.bullpen.testkit.proc.Proc;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ObserverTests {
  private static final Duration LONG = Duration.ofSeconds(20);

  @TempDir static Path folder;
  private static Observer observer;
  private static Gate gate;

  private final String token = Tokens.fresh();

  @BeforeAll
  static void start() {
    observer = Observer.start();
    gate = Gate.at(folder.resolve("gate"));
  }

  @AfterAll
  static void end() {
    observer.close();
    gate.close();
  }

  @Test
  void a_process_with_the_token_is_seen_and_so_is_its_end() throws IOException {
    Process sleeper = marked("echo \"$TOKEN\" >gate; exec sleep 60");
    Sighting during = observer.awaitNone(Search.token(token), Deadline.in(Duration.ZERO));
    assertFalse(during.none());
    assertTrue(during.left().get(0).startsWith(sleeper.pid() + " "), during.toString());

    long before = System.nanoTime();
    Signal.KILL.to(sleeper.pid());
    Sighting after = observer.awaitNone(Search.token(token), Deadline.in(LONG));
    assertTrue(after.none(), after.toString());
    assertTrue(after.nanos() > before && after.nanos() < System.nanoTime(), "one clock for all");
  }

  @Test
  void children_that_left_the_group_are_seen_and_killed() throws IOException {
    marked("setsid sh -c 'sleep 60 &'; echo \"$TOKEN\" >gate; exec sleep 60");
    assertEquals(
        2, observer.awaitNone(Search.token(token), Deadline.in(Duration.ZERO)).left().size());
    Sighting killed = observer.killAll(Search.token(token), Deadline.in(LONG));
    assertTrue(killed.none(), killed.toString());
  }

  @Test
  void a_zombie_counts_against_the_one_who_does_not_wait_for_it() throws IOException {
    // The shell becomes a sleep that has inherited a child and knows nothing of it; the child
    // ends only after that.
    Process careless =
        marked(
            "sh -c 'until grep -q sleep /proc/$PPID/comm; do :; done; echo \"$TOKEN\" $$ >gate' &"
                + " exec sleep 60");
    int child = Integer.parseInt(gate.await(token, 1, Deadline.in(LONG)).get(0));
    assertTrue(
        Poll.until(Deadline.in(LONG), () -> Proc.read(child).filter(Proc::zombie).isPresent()));
    String unused = Tokens.fresh();
    Sighting sighting =
        observer.awaitNone(
            Search.token(unused).andZombiesBelow(careless.pid()),
            Deadline.in(Duration.ofMillis(300)));
    assertEquals(1, sighting.left().size(), sighting.toString());
    assertTrue(sighting.left().get(0).contains(" Z "), sighting.toString());
    assertTrue(observer.awaitNone(Search.token(unused), Deadline.in(LONG)).none());
    observer.killAll(Search.token(token), Deadline.in(LONG));
  }

  @Test
  void a_member_counts_by_its_identity_whatever_its_environment_says() throws IOException {
    Process sleeper = new ProcessBuilder("sleep", "60").start();
    Proc itself = Proc.read(sleeper.pid()).orElseThrow();
    Proc earlier = new Proc(itself.pid(), itself.start() - 1, 'S', 0, 0, 0, "earlier");
    Search anything = Search.token(token);
    assertEquals(1, left(anything.and(List.of(itself, earlier))));
    assertEquals(0, left(anything.and(List.of(earlier))));
    Signal.KILL.to(sleeper.pid());
    assertTrue(observer.awaitNone(anything.and(List.of(itself)), Deadline.in(LONG)).none());
  }

  @Test
  void without_an_environment_a_process_counts_by_a_whole_word_of_its_command_line()
      throws IOException {
    String mark = "MARK=" + token;
    Process marked = withoutEnvironment(mark);
    Process other = withoutEnvironment("see " + mark);
    try {
      Sighting sighting = observer.awaitNone(Search.token(mark), Deadline.in(Duration.ZERO));
      assertEquals(1, sighting.left().size(), sighting.toString());
      assertTrue(sighting.left().get(0).startsWith(marked.pid() + " "), sighting.toString());
    } finally {
      Signal.KILL.to(marked.pid());
      Signal.KILL.to(other.pid());
    }
  }

  /** A process that is up, and has this word on its command line. */
  private static Process withoutEnvironment(String word) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder("env", "-i", "/bin/sh", "-c", "echo; read _", "sh", word);
    Process process = builder.start();
    assertEquals('\n', process.getInputStream().read());
    return process;
  }

  private static int left(Search search) {
    return observer.awaitNone(search, Deadline.in(Duration.ZERO)).left().size();
  }

  @Test
  void a_search_survives_the_way_to_the_observer() {
    Search full =
        new Search(
            List.of("123456789012", "KEY=0123456789"),
            List.of(new Search.Member(1, 2), new Search.Member(3, 4)),
            5);
    assertEquals(full, Search.parse(full.word()));
    Search empty = new Search(List.of(), List.of(), 0);
    assertEquals(empty, Search.parse(empty.word()));
  }

  @Test
  void a_token_must_be_long_enough_to_be_unique() {
    assertThrows(IllegalArgumentException.class, () -> Search.token("12345678901"));
    assertEquals(List.of("123456789012"), Search.token("123456789012").tokens());
    assertThrows(IllegalArgumentException.class, () -> Search.token("1234567890 12"));
  }

  /** A shell with the token in its environment that has written the token into the gate. */
  private Process marked(String script) throws IOException {
    ProcessBuilder builder = new ProcessBuilder("sh", "-c", script).directory(folder.toFile());
    builder.environment().put("TOKEN", token);
    Process process = builder.start();
    assertEquals(1, gate.await(token, 1, Deadline.in(LONG)).size());
    return process;
  }
}
