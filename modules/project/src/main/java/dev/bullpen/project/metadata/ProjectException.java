package dev.bullpen.project.metadata;

/**
 * There is no project to serve. The message says what is wrong, with which folder, and what to do
 * next.
 */
public final class ProjectException extends Exception {
  public ProjectException(String message) {
    super(message);
  }
}
