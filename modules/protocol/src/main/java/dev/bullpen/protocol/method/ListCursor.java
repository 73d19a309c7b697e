package dev.bullpen.protocol.method;

import dev.bullpen.protocol.JsonRpcError;
import dev.bullpen.protocol.JsonRpcException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * Where the next page of a list begins, as text that means nothing to a client. The server keeps
 * nothing for it: the text names the list, the state of the list and the place in it.
 *
 * <p>Not a secret and not signed: whoever makes one up gets a page he may have anyway.
 */
public final class ListCursor {
  /** Of a cursor of ours, and much more: what is longer is not even decoded. */
  private static final int MAX_CHARS = 1024;

  private ListCursor() {}

  /**
   * Make one.
   *
   * @param collection which list, such as {@code tools}
   * @param fingerprint other whenever the list is another
   * @param offset how many come before, at least 1
   */
  public static String encode(String collection, String fingerprint, int offset) {
    String text = collection + '\n' + fingerprint + '\n' + offset;
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * The offset of a cursor.
   *
   * @param total how many the list has; none of our cursors leads behind them
   * @return at least 1, and less than there are
   * @throws JsonRpcException if it is not of this list as it is now
   */
  public static int decode(String cursor, String collection, String fingerprint, int total)
      throws JsonRpcException {
    int offset = offset(cursor);
    // Whatever was decoded, only what we would have written ourselves counts.
    if (offset < 1 || offset >= total || !encode(collection, fingerprint, offset).equals(cursor)) {
      throw new JsonRpcException(
          JsonRpcError.invalidParams(
              "params.cursor is not one of this list as it is now; list from the beginning"));
    }
    return offset;
  }

  private static int offset(String cursor) {
    if (cursor.length() > MAX_CHARS) {
      return 0;
    }
    try {
      String text = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8);
      return Integer.parseInt(text.substring(text.lastIndexOf('\n') + 1));
    } catch (IllegalArgumentException e) { // neither Base64 nor, behind it, a number
      return 0;
    }
  }
}
