package dev.bullpen.project.resource;

import dev.bullpen.project.script.ScriptLimits;
import java.net.URI;
import java.util.List;
import java.util.Map;

/** How a resource is read. */
public sealed interface ResourceRead {
  /** What is read. */
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
   */
  record Script(
      ResourceTarget target,
      List<String> command,
      Map<String, String> environment,
      ScriptLimits limits)
      implements ResourceRead {
    /** Copies both. */
    public Script {
      command = List.copyOf(command);
      environment = Map.copyOf(environment);
    }
  }

  /** From a web server, if that is permitted. */
  record Https(ResourceTarget target, URI uri) implements ResourceRead {}

  /** Where local bytes come from. */
  interface Source {
    /** All of them. */
    byte[] read() throws ResourceException;

    /** Something that changes when they may have. Reads none of them. */
    String stamp();
  }
}
