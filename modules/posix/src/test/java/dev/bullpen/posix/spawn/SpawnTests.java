package dev.bullpen.posix.spawn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.posix.Errno;
import dev.bullpen.posix.Pipe;
import dev.bullpen.posix.PosixException;
import dev.bullpen.posix.Ran;
import dev.bullpen.posix.libc.LibC;
import dev.bullpen.posix.proc.Child;
import dev.bullpen.posix.proc.ExitStatus;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SpawnTests {
  @Test
  void a_script_gets_its_arguments_environment_and_directory(@TempDir Path directory)
      throws IOException {
    Ran ran =
        Ran.script(
            "printf '%s|%s|%s' \"$1\" \"$NAME\" \"$(pwd -P)\"",
            List.of("an argument"), Map.of("NAME", "välue"), Optional.of(directory.toRealPath()));
    assertEquals("an argument|välue|" + directory.toRealPath(), ran.output());
    assertEquals(new ExitStatus.Exited(0), ran.status());
  }

  @Test
  void nothing_of_our_environment_is_inherited() throws IOException {
    Ran ran = Ran.program(List.of("/usr/bin/env"), Map.of("ONLY", "this"));
    assertEquals("ONLY=this\n", ran.output());
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void only_the_given_descriptors_are_open() throws IOException {
    try (Pipe kept = Pipe.open()) {
      Ran ran = Ran.script("exec ls /proc/self/fd");
      // 3 is the folder that ls itself reads
      assertEquals("0\n1\n2\n3\n", ran.output());
      assertTrue(kept.reading().number() > 2);
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void standard_input_is_dev_null() throws IOException {
    assertEquals("/dev/null\n", Ran.script("readlink /proc/self/fd/0").output());
  }

  @Test
  void the_child_leads_a_group_of_its_own() throws IOException {
    Ran ran = Ran.script("ps -o pgid= -p $$ | tr -d ' '");
    assertEquals(ran.pid() + "\n", ran.output());
    assertFalse(ran.pid() == LibC.getpgrp());
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void no_signal_is_blocked_or_ignored_in_the_child() throws IOException {
    Ran ran = Ran.script("grep -E 'Sig(Blk|Ign)' /proc/self/status | cut -f2");
    assertEquals("0000000000000000\n0000000000000000\n", ran.output());
  }

  @Test
  void descriptors_may_cross() throws IOException {
    try (Pipe one = Pipe.open();
        Pipe two = Pipe.open()) {
      int low = Math.min(one.writing().number(), two.writing().number());
      int high = Math.max(one.writing().number(), two.writing().number());
      // as error output gets the lower number and the higher gets the place of the lower
      int pid =
          Spawn.spawn(
              Ran.request(Map.of(1, high, 2, low), "/bin/sh", "-c", "echo out; echo err >&2"));
      one.writing().close();
      two.writing().close();
      Child.await(pid);
      Pipe out = one.writing().number() == high ? one : two;
      Pipe err = out == one ? two : one;
      assertEquals("out\n", Ran.read(out.reading()));
      assertEquals("err\n", Ran.read(err.reading()));
    }
  }

  @Test
  void one_of_our_standard_streams_may_be_given_as_another() throws IOException {
    try (Pipe said = Pipe.open()) {
      int pid =
          Spawn.spawn(
              Ran.request(
                  Map.of(1, 0, 2, said.writing().number()),
                  "/bin/sh",
                  "-c",
                  "link=$(readlink /proc/$$/fd/1); echo \"$link\" >&2"));
      said.writing().close();
      Child.await(pid);
      String ours = Files.readSymbolicLink(Path.of("/proc/self/fd/0")).toString();
      assertEquals(ours + "\n", Ran.read(said.reading()));
    }
  }

  @Test
  void exit_codes_and_signals_are_distinguished() throws IOException {
    assertEquals(new ExitStatus.Exited(7), Ran.script("exit 7").status());
    assertEquals(new ExitStatus.Exited(137), Ran.script("exit 137").status());
    assertEquals(new ExitStatus.Signalled(9), Ran.script("kill -9 $$").status());
    assertEquals(137, new ExitStatus.Signalled(9).shellCode());
  }

  @Test
  void a_program_that_cannot_be_started_says_why(@TempDir Path folder) throws IOException {
    assertEquals(Errno.ENOENT, failure(folder.resolve("missing")));
    Path plain = Files.writeString(folder.resolve("plain"), "#!/bin/sh\n");
    assertEquals(Errno.EACCES, failure(plain));
    Path lost = Files.writeString(folder.resolve("lost"), "#!/no/such/interpreter\n");
    assertTrue(lost.toFile().setExecutable(true));
    assertEquals(Errno.ENOENT, failure(lost));
    Path text = Files.writeString(folder.resolve("text"), "echo no interpreter line\n");
    assertTrue(text.toFile().setExecutable(true));
    assertEquals(Errno.ENOEXEC, failure(text));
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void a_script_that_is_being_written_is_started_once_it_is_written(@TempDir Path folder)
      throws Exception {
    Path script = Files.writeString(folder.resolve("script"), "#!/bin/sh\nexit 7\n");
    assertTrue(script.toFile().setExecutable(true));
    FileChannel writer = FileChannel.open(script, StandardOpenOption.WRITE);
    assertEquals(Errno.ETXTBSY, failure(script));
    Thread closing =
        new Thread(
            () -> {
              LockSupport.parkNanos(Duration.ofMillis(40).toNanos());
              closeNow(writer);
            });
    closing.start();
    int pid = Spawn.spawnOnceWritten(request(script), Duration.ofSeconds(30));
    assertEquals(new ExitStatus.Exited(7), Child.await(pid));
    closing.join();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void one_that_stays_open_is_not_started(@TempDir Path folder) throws Exception {
    Path script = Files.writeString(folder.resolve("script"), "#!/bin/sh\n");
    assertTrue(script.toFile().setExecutable(true));
    long began = System.nanoTime();
    try (FileChannel writer = FileChannel.open(script, StandardOpenOption.WRITE)) {
      assertTrue(writer.isOpen());
      PosixException busy =
          assertThrows(PosixException.class, () -> Spawn.spawnOnceWritten(request(script)));
      assertEquals(Errno.ETXTBSY, busy.errno());
    }
    assertTrue(System.nanoTime() - began >= Duration.ofMillis(200).toNanos());
  }

  private static SpawnRequest request(Path program) {
    return Ran.request(Map.of(), program.toString());
  }

  private static void closeNow(FileChannel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static int failure(Path program) {
    return assertThrows(
            PosixException.class, () -> Ran.program(List.of(program.toString()), Map.of()))
        .errno();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "A=B", "A\0"})
  void a_name_no_program_can_be_given_is_refused(String name) {
    assertThrows(
        IllegalArgumentException.class, () -> Ran.program(List.of("/bin/true"), Map.of(name, "x")));
  }

  @Test
  void a_gap_in_the_descriptors_is_refused() {
    assertThrows(IllegalArgumentException.class, () -> Ran.request(Map.of(4, 4), "/bin/true"));
  }

  @Test
  void text_beyond_ascii_reaches_the_child_whatever_our_locale() throws IOException {
    Ran ran = Ran.script("printf %s \"$1\"", List.of("\uD83D\uDCA9"), Map.of(), Optional.empty());
    assertEquals("\uD83D\uDCA9", new String(ran.bytes(), StandardCharsets.UTF_8));
  }
}
