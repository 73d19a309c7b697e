package dev.bullpen.project.uri;

/** Text that is not a URI template; the message says what is wrong and where. */
public final class UriTemplateException extends Exception {
  private static final long serialVersionUID = 1L;

  UriTemplateException(String reason, int at) {
    super("%s at character %d".formatted(reason, at + 1));
  }
}
