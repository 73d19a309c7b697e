package dev.bullpen.project.file;

/** Receives a sentence about each thing that is ignored: what it is, why, and what to do. */
@FunctionalInterface
public interface Warnings {
  void add(String sentence);

  /** The same for one file or entry: its name goes before every sentence. */
  default Warnings about(Object place) {
    return sentence -> add(place + ": " + sentence);
  }
}
