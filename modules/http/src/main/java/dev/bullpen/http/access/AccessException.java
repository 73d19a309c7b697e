package dev.bullpen.http.access;

/** Something an operator has set up wrongly; the message is sentences that say what to do. */
public final class AccessException extends Exception {
  public AccessException(String sentences) {
    super(sentences);
  }
}
