package dev.bullpen.bench.growth;

/** Whose script prints. For each size there is one of both, of the same name. */
enum Printer {
  TOOL("tool"),
  COMPLETION("completion");

  private final String word;

  Printer(String word) {
    this.word = word;
  }

  String word() {
    return word;
  }

  /**
   * Of the tool, or of the prompt whose argument is completed.
   *
   * @param kib how much it prints
   */
  static String name(int kib) {
    return "kib-" + kib;
  }

  Request request(int kib) {
    return this == TOOL ? Request.call(name(kib)) : Request.complete(name(kib), "0");
  }
}
