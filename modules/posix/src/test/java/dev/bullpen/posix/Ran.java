package dev.bullpen.posix;

import dev.bullpen.posix.proc.Child;
import dev.bullpen.posix.proc.ExitStatus;
import dev.bullpen.posix.spawn.EnvironmentBlock;
import dev.bullpen.posix.spawn.Spawn;
import dev.bullpen.posix.spawn.SpawnRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A program that was run to its end: its pid, what it printed, how it ended. */
public record Ran(int pid, byte[] bytes, ExitStatus status) {
  private static final Map<String, String> PATH = Map.of("PATH", "/usr/bin:/bin");

  public String output() {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  public static Ran script(String text) throws IOException {
    return script(text, List.of(), PATH, Optional.empty());
  }

  /** With a path as its {@code $1}. */
  public static Ran script(String text, Path path) throws IOException {
    return script(text, List.of(path.toString()), PATH, Optional.empty());
  }

  public static Ran script(
      String text,
      List<String> arguments,
      Map<String, String> environment,
      Optional<Path> directory)
      throws IOException {
    List<String> argv = new ArrayList<>(List.of("/bin/sh", "-c", text, "script"));
    argv.addAll(arguments);
    return run(argv, environment, directory);
  }

  public static Ran program(List<String> argv, Map<String, String> environment) throws IOException {
    return run(argv, environment, Optional.empty());
  }

  private static Ran run(
      List<String> argv, Map<String, String> environment, Optional<Path> directory)
      throws IOException {
    try (Pipe pipe = Pipe.open()) {
      int pid =
          Spawn.spawn(
              new SpawnRequest(
                  argv,
                  EnvironmentBlock.of(environment),
                  directory,
                  Map.of(1, pipe.writing().number()),
                  SpawnRequest.Placement.GROUP));
      pipe.writing().close();
      byte[] output = new DescriptorInput(pipe.reading()).readAllBytes();
      return new Ran(pid, output, Child.await(pid));
    }
  }

  /** A program with little around it, as the leader of a group of its own. */
  public static SpawnRequest request(Map<Integer, Integer> descriptors, String... argv) {
    return new SpawnRequest(
        List.of(argv),
        EnvironmentBlock.of(PATH),
        Optional.empty(),
        descriptors,
        SpawnRequest.Placement.GROUP);
  }

  public static String read(Descriptor descriptor) throws IOException {
    return new String(new DescriptorInput(descriptor).readAllBytes(), StandardCharsets.UTF_8);
  }
}
