package dev.bullpen.protocol.method;

import dev.bullpen.json.Json;
import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.protocol.Member;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Which texts may go on to a script, where they become environment variables: so long at most, no
 * NUL, no half of a surrogate pair, and of the other control characters only those that lay out
 * text.
 *
 * @param maxBytes as UTF-8
 * @param layout whether tab, newline and carriage return are allowed
 * @param empty whether the empty text is allowed
 */
record TextLimit(int maxBytes, boolean layout, boolean empty) {
  static final TextLimit NAME = new TextLimit(CompleteParams.MAX_NAME_BYTES, false, false);

  static final TextLimit VALUE = new TextLimit(CompleteParams.MAX_VALUE_BYTES, true, true);

  String check(Member member) throws JsonRpcException {
    String text = member.string();
    Optional<String> fault = fault(text);
    if (fault.isPresent()) {
      throw member.refusal(fault.get());
    }
    return text;
  }

  boolean accepts(String text) {
    return fault(text).isEmpty();
  }

  /** What is wrong with the text, as the end of a sentence. */
  Optional<String> fault(String text) {
    if (text.isEmpty() && !empty) {
      return Optional.of("must not be empty");
    }
    // A character is at least a byte, so the first test spares the encoding of a huge text.
    if (text.length() > maxBytes || text.getBytes(StandardCharsets.UTF_8).length > maxBytes) {
      return Optional.of("must not be longer than " + maxBytes + " bytes");
    }
    if (hasForbidden(text) || Json.hasLoneSurrogate(text)) {
      return Optional.of("must not contain control characters or half surrogate pairs");
    }
    return Optional.empty();
  }

  private boolean hasForbidden(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (isForbidden(text.charAt(i))) {
        return true;
      }
    }
    return false;
  }

  private boolean isForbidden(int c) {
    boolean laysOut = c == '\t' || c == '\n' || c == '\r';
    return c < ' ' && !(layout && laysOut);
  }
}
