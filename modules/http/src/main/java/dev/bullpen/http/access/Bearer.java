package dev.bullpen.http.access;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The {@code Bearer} scheme of RFC 6750: reads a request's token, and makes the challenge for one.
 */
public final class Bearer {
  /** Far longer than issuers' tokens, and half of a request head. */
  private static final int MAX_CHARS = 8 * 1024;

  private static final Pattern CREDENTIALS =
      Pattern.compile("Bearer +([A-Za-z0-9._~+/-]+=*)", Pattern.CASE_INSENSITIVE);

  private Bearer() {}

  /** The token of an {@code Authorization} header; empty if there is none that could be one. */
  static Optional<String> token(Optional<String> authorization) {
    return authorization
        .filter(field -> field.length() <= MAX_CHARS)
        .map(CREDENTIALS::matcher)
        .filter(Matcher::matches)
        .map(field -> field.group(1));
  }

  /**
   * Headers that ask for a token.
   *
   * @param parameters in order; no value has a quotation mark or a backslash
   */
  public static Map<String, String> challenge(Map<String, String> parameters) {
    return Map.of(
        "WWW-Authenticate",
        parameters.entrySet().stream()
            .map(parameter -> "%s=\"%s\"".formatted(parameter.getKey(), parameter.getValue()))
            .collect(Collectors.joining(", ", "Bearer ", "")));
  }
}
