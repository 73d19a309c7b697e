package dev.bullpen.project;

/** No project to serve; the message says what is wrong, with which folder, and what to do next. */
public final class ProjectException extends Exception {
  private static final long serialVersionUID = 1L;

  ProjectException(String message) {
    super(message);
  }
}
