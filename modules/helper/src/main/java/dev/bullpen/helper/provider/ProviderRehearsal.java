package dev.bullpen.helper.provider;

import dev.bullpen.api.CompletionProvider;
import dev.bullpen.api.CompletionRequest;
import dev.bullpen.api.Suggestions;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A provider of our own, so that what every later call of one needs can be loaded before, or
 * recorded in a class archive. It is loaded and run like those of projects.
 */
public final class ProviderRehearsal implements CompletionProvider {
  /** Its name, as a job has it. */
  public static final String PROVIDER = ProviderRehearsal.class.getName();

  /** What it is told, as a job has it. */
  public static final String ENVIRONMENT =
      "MCP_COMPLETION_NAME=rehearsal\0"
          + "MCP_COMPLETION_ARGS_JSON={\"argument\":{\"name\":\"part\",\"value\":\"H\"}}\0"
          + "MCP_COMPLETION_LIMIT=1\0";

  @Override
  public Suggestions complete(CompletionRequest request) {
    return Suggestions.page(List.of("Hamlet", "Horatio"), request);
  }

  /** Load what a first call needs; it costs as much as that, and whoever calls it chooses when. */
  public static void run() {
    try {
      JvmState.now();
      ProjectClasses.Loaded loaded = new ProjectClasses().load(List.of(place()), PROVIDER);
      loaded.call().orElseThrow().run(List.of(), told(), new Nobody());
    } catch (Exception e) {
      System.err.println("helper: the first provider will be slow: " + e);
    }
  }

  private static Map<String, String> told() {
    Map<String, String> told = new HashMap<>();
    for (String variable : ENVIRONMENT.split("\0")) {
      int equals = variable.indexOf('=');
      told.put(variable.substring(0, equals), variable.substring(equals + 1));
    }
    return told;
  }

  private static final class Nobody implements Ports {
    @Override
    public boolean cancelled() {
      return false;
    }

    @Override
    public void event(byte[] line) {}

    @Override
    public byte[] ask(String requestName, String answerName, byte[] question)
        throws InterruptedException {
      throw new InterruptedException("nobody answers in a rehearsal");
    }
  }

  /** The class path that it is on: the jar, or folder, of the helper itself. */
  public static String place() {
    try {
      return Path.of(
              ProviderRehearsal.class.getProtectionDomain().getCodeSource().getLocation().toURI())
          .toString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException("the helper's jar has a place", e);
    }
  }
}
