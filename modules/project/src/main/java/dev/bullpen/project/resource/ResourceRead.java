package dev.bullpen.project.resource;

import dev.bullpen.project.script.ScriptLimits;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How a resource is read. */
public sealed interface ResourceRead {
  ResourceTarget target();

  /** By this process: a file, a page, or a text that the URI itself holds. */
  record Local(ResourceTarget target, Source source) implements ResourceRead {
    /** Read it whole; blocks as long as the file system does, and is bounded in bytes. */
    public byte[] bytes() throws ResourceException {
      return source.read();
    }
  }

  /**
   * By a script that prints it. Its working directory is the project; {@code ResourceReads.ended}
   * says what its end means.
   *
   * @param command the program first, as an absolute path; the URI last
   * @param environment all of it
   * @param limits what its processes may use, as the metadata says
   * @param host where Bullpen's own script for {@code https} reads; empty for every other script
   */
  record Script(
      ResourceTarget target,
      List<String> command,
      Map<String, String> environment,
      ScriptLimits limits,
      Optional<Host> host)
      implements ResourceRead {
    public Script {
      command = List.copyOf(command);
      environment = Map.copyOf(environment);
    }

    /**
     * The same read from its host, with only so much time.
     *
     * @param left is told to the script in whole seconds, at least one
     */
    public Script within(Duration left) {
      long seconds = Math.max(1, left.plusMillis(999).toSeconds());
      Map<String, String> told = new HashMap<>(environment);
      told.put(Host.TIMEOUT, Long.toString(seconds));
      return new Script(
          target,
          command,
          told,
          limits,
          host.map(same -> new Host(same.place(), Duration.ofSeconds(seconds))));
    }
  }

  /**
   * A web server.
   *
   * @param place its name and port, however both are spelt in the URI
   * @param timeout for everything, from the request on
   */
  record Host(String place, Duration timeout) {
    /** The variable that says the time in seconds. */
    public static final String TIMEOUT = "MCPBASH_HTTPS_TIMEOUT";
  }

  /** Where local bytes come from. */
  interface Source {
    byte[] read() throws ResourceException;

    /** Something that changes when they may have. Reads none of them. */
    String stamp();
  }
}
