package dev.bullpen.project.resource;

import dev.bullpen.project.uri.PercentEncoded;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** The text that an {@code echo} URI holds itself: {@code echo://a%20text}. */
record EchoedText(String uri, int maxBytes) implements ResourceRead.Source {
  private static final String PREFIX = "echo://";

  @Override
  public byte[] read() throws ResourceException {
    Optional<String> text =
        uri.regionMatches(true, 0, PREFIX, 0, PREFIX.length())
            ? PercentEncoded.decode(uri.substring(PREFIX.length()))
            : Optional.empty();
    if (text.isEmpty()) {
      throw ResourceException.invalid(
          ProviderExit.INVALID_SPECIFICATION, uri, "it is not echo:// and a text in UTF-8");
    }
    byte[] bytes = text.get().getBytes(StandardCharsets.UTF_8);
    if (bytes.length > maxBytes) {
      throw ResourceException.tooLong(maxBytes, uri, ResourceLimit.VARIABLE);
    }
    return bytes;
  }

  @Override
  public String stamp() {
    return "always the same";
  }
}
