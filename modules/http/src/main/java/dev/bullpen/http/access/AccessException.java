package dev.bullpen.http.access;

/** A configuration error of the operator. The message says what to do. */
public final class AccessException extends Exception {
  public AccessException(String sentences) {
    super(sentences);
  }
}
