package dev.bullpen.project.resource;

import dev.bullpen.json.Json;
import dev.bullpen.project.resource.ResourceFiles.FolderContents;
import dev.bullpen.project.script.ScriptLimits;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** How a resource is read. */
public sealed interface ResourceRead {
  ResourceTarget target();

  /** By this process: a file, a page, or a text in the URI itself. */
  non-sealed interface Local extends ResourceRead {
    /** Read all of it, within the limit. Blocks as long as the file system does. */
    byte[] bytes() throws ResourceException;

    /** A text that changes if the bytes may have changed. Does not read them. */
    String stamp();
  }

  /**
   * By a script that prints it. Its working directory is the project. {@code ResourceReads.ended}
   * interprets its end.
   *
   * @param command the program first, as an absolute path; the URI last
   * @param environment the whole environment
   * @param limits limits of its processes, from the metadata
   * @param host the host read by Bullpen's own script for {@code https}; empty for other scripts
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
     * The same read, with less time.
     *
     * @param left rounded up to whole seconds for the script, at least one
     */
    public Script within(Duration left) {
      long seconds = Math.max(1, left.plusMillis(999).toSeconds());
      Map<String, String> env = new HashMap<>(environment);
      env.put(Host.TIMEOUT, Long.toString(seconds));
      return new Script(
          target,
          command,
          env,
          limits,
          host.map(same -> new Host(same.place(), Duration.ofSeconds(seconds))));
    }
  }

  /** A web server by name and port, normalised, and the timeout of a request. */
  record Host(String place, Duration timeout) {
    public static final String TIMEOUT = "MCPBASH_HTTPS_TIMEOUT";
  }

  /**
   * The content that the client gets.
   *
   * @param mimeType as declared; otherwise the name decides, otherwise the bytes
   * @param meta the {@code _meta} of the content
   */
  record ResourceTarget(
      String uri, Optional<String> mimeType, Optional<ObjectNode> meta, String provider) {
    /** Reads the files of a folder. No script can have this name. */
    static final String FOLDER = "file/folder";

    /**
     * The {@code contents} of a result: one item {@code {uri, mimeType, text|blob, _meta?}}, or for
     * a folder one for each file.
     */
    public ArrayNode contents(byte[] bytes) {
      if (provider.equals(FOLDER)) {
        return FolderContents.items(bytes);
      }
      ObjectNode item =
          ResourceContent.of(
              uri,
              mimeType.orElseGet(
                  () -> ResourceContent.detected(ResourceContent.fileName(uri), bytes)),
              bytes);
      meta.ifPresent(value -> item.set("_meta", value));
      return Json.array().add(item);
    }
  }
}
