package dev.bullpen.project.prompt;

/** A prompt that cannot be had; the message is fit for the client and names no path. */
public final class PromptRejectedException extends Exception {
  private final boolean clientsFault;
  private final String detail;

  private PromptRejectedException(boolean clientsFault, String message, String detail) {
    super(message);
    this.clientsFault = clientsFault;
    this.detail = detail;
  }

  /** Arguments the prompt cannot be had with. */
  static PromptRejectedException ofArguments(String message) {
    return new PromptRejectedException(true, message, message);
  }

  /**
   * A project that has to be mended first; the detail names the prompt, its file and what to do.
   */
  static PromptRejectedException ofProject(String message, String detail) {
    return new PromptRejectedException(false, message, detail);
  }

  /** Whether other arguments would help (-32602); else the project has to be mended (-32603). */
  public boolean clientsFault() {
    return clientsFault;
  }

  /** For the operator, with paths and the next step. */
  public String detail() {
    return detail;
  }
}
