package dev.bullpen.project.tool;

/** A call whose script cannot be told anything; the message is fit for the client. */
public final class ToolRejectedException extends Exception {
  private static final long serialVersionUID = 1L;

  ToolRejectedException(String message) {
    super(message);
  }
}
