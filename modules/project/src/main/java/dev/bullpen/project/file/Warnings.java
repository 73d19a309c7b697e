package dev.bullpen.project.file;

/** Receives a sentence about each ignored thing: what it is, why, and what to do. */
@FunctionalInterface
public interface Warnings {
  void add(String sentence);

  /** The same for one file or entry, whose name precedes every sentence. */
  default Warnings about(Object place) {
    return sentence -> add(place + ": " + sentence);
  }
}
