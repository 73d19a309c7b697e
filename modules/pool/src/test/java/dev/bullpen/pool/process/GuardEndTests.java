package dev.bullpen.pool.process;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bullpen.pool.setting.GuardPath;
import dev.bullpen.pool.setting.Isolation;
import dev.bullpen.posix.Poll;
import dev.bullpen.posix.SocketPair;
import dev.bullpen.posix.proc.Child;
import dev.bullpen.posix.proc.Self;
import dev.bullpen.posix.proc.Signal;
import java.io.File;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of the guard when the supervisor needs it no more. */
@Timeout(60)
class GuardEndTests {
  private static final long PATIENCE_MILLIS = 10_000;
  private static final long IMPATIENCE_MILLIS = 100;

  /** More than there are gaps among the descriptors of this process. */
  private static final int OTHERS = 30;

  @TempDir Path temporary;

  private Guard guard() throws Exception {
    return guard(temporary.resolve("none"));
  }

  private static Guard guard(Path folder) throws Exception {
    Marker marker = new Marker();
    return new Guard(
        new Reaper(marker), marker, folder, new HelperCgroups(Isolation.GROUP, marker.token()));
  }

  /** A folder whose name cannot be read, as if a class were missing. */
  private static Path broken() {
    return (Path)
        Proxy.newProxyInstance(
            Path.class.getClassLoader(),
            new Class<?>[] {Path.class},
            (proxy, method, arguments) -> {
              throw new NoClassDefFoundError("overwritten");
            });
  }

  private static List<ProcessHandle> children() {
    return ProcessHandle.current().children().toList();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void it_searches_its_programs_where_the_server_does_too() throws Exception {
    assumeTrue(Self.isRoot(), "the guard hides its environment from all but root");
    Guard guard = guard();
    guard.start();
    Path environment = Path.of("/proc/" + children().get(0).pid(), "environ");
    try {
      String variables;
      do { // a program that is only just beginning has none yet
        variables = Files.readString(environment);
      } while (variables.isEmpty());
      assertEquals("PATH=" + GuardPath.of(System.getenv()) + "\0", variables);
    } finally {
      guard.close(PATIENCE_MILLIS);
    }
  }

  @Test
  void one_that_is_stopped_is_ended() throws Exception {
    Guard guard = guard();
    guard.start();
    int pid = (int) children().get(0).pid();
    assertTrue(Child.signal(pid, Signal.STOP));

    guard.close(IMPATIENCE_MILLIS);

    assertEquals(List.of(), children());
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void one_that_is_stopped_is_continued_as_often_as_that_happens() throws Exception {
    Guard guard = guard();
    guard.start();
    int pid = (int) children().get(0).pid();
    for (int times = 0; times < 3; times++) {
      assertTrue(Child.signal(pid, Signal.STOP));
      await().until(() -> !state(pid).startsWith("T"));
    }
    assertEquals(pid, children().get(0).pid());

    guard.close(PATIENCE_MILLIS);

    assertEquals(List.of(), children());
  }

  private static String state(int pid) throws Exception {
    String stat = Files.readString(Path.of("/proc/" + pid, "stat"));
    return stat.substring(stat.lastIndexOf(')') + 2);
  }

  @Test
  void it_goes_by_itself_and_while_it_lives_no_other_is_started() throws Exception {
    Guard guard = guard();
    guard.start();
    guard.start();
    assertEquals(1, children().size());

    guard.close(PATIENCE_MILLIS);

    assertEquals(List.of(), children());
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void one_that_cannot_be_started_by_an_error_leaves_no_thread_and_no_descriptor()
      throws Exception {
    Guard guard = guard(broken());
    assertThrows(NoClassDefFoundError.class, guard::start);
    int before = descriptors();

    assertThrows(NoClassDefFoundError.class, guard::start);

    assertTrue(guard.isMissing());
    assertEquals(before, descriptors());
    await()
        .until(
            () ->
                Thread.getAllStackTraces().keySet().stream()
                    .noneMatch(thread -> thread.getName().equals("guard")));
    assertEquals(List.of(), children());
  }

  private static int descriptors() {
    return new File("/proc/self/fd").list().length;
  }

  @Test
  void the_second_of_two_that_die_at_once_is_missed_until_another_is_started() throws Exception {
    Guard guard = guard();
    guard.start();
    await()
        .pollInterval(Duration.ofMillis(10)) // a guard that lives for a second is replaced at once
        .until(
            () -> {
              for (ProcessHandle child : children()) {
                Child.signalUnlessTaken((int) child.pid(), Signal.KILL);
              }
              return guard.isMissing();
            });
    assertEquals(List.of(), children());

    guard.start();

    assertFalse(guard.isMissing());
    assertEquals(1, children().size());
    guard.close(PATIENCE_MILLIS);
    assertEquals(List.of(), children());
  }

  @Test
  void when_it_is_gone_no_later_owner_of_its_descriptor_gets_its_bye() throws Exception {
    Guard guard = guard();
    guard.start();
    guard.close(PATIENCE_MILLIS);
    List<SocketPair> others = new ArrayList<>();
    Poll poll = new Poll(2 * OTHERS);
    for (int i = 0; i < OTHERS; i++) {
      SocketPair other = SocketPair.open();
      others.add(other);
      poll.set(2 * i, other.ours().number());
      poll.set(2 * i + 1, other.theirs().number());
    }

    guard.close(IMPATIENCE_MILLIS);

    assertFalse(poll.check());
    others.forEach(SocketPair::close);
  }
}
