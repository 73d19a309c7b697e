package dev.bullpen.helper.provider;

import dev.bullpen.api.CompletionProvider;
import dev.bullpen.api.CompletionRequest;
import dev.bullpen.api.Suggestions;
import java.util.List;
import java.util.Map;

/**
 * Calls a provider of its own, so that the classes of every later call are loaded, or are recorded
 * in a class archive. It costs as much as the first call; whoever runs it chooses when.
 */
public final class ProviderRehearsal {
  private static final Map<String, String> REQUEST =
      Map.of(
          "MCP_COMPLETION_NAME", "rehearsal",
          "MCP_COMPLETION_ARGS_JSON", "{\"argument\":{\"name\":\"part\",\"value\":\"H\"}}",
          "MCP_COMPLETION_LIMIT", "1");

  private ProviderRehearsal() {}

  private static final class Part implements CompletionProvider {
    @Override
    public Suggestions complete(CompletionRequest request) {
      return Suggestions.page(List.of("Hamlet", "Horatio"), request);
    }
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
      throw new InterruptedException();
    }
  }

  /**
   * Call it.
   *
   * @return what was printed
   * @throws Exception never, unless classes are missing or broken
   */
  public static byte[] run() throws Exception {
    return ProviderCall.of(Part.class).orElseThrow().run(List.of(), REQUEST, new Nobody());
  }
}
