package dev.bullpen.match;

/**
 * How well a value fits what was typed, best first. A value has the first rank that applies.
 *
 * <p>A word begins at a letter or digit after something else ({@code my-file}, {@code a/b}), at an
 * upper-case letter after any other letter ({@code fooBar}), at the last upper-case letter of
 * several ({@code HTTPServer}), and where letters and digits meet ({@code utf8}).
 */
enum Rank {
  /** It is what was typed, case and accents included. */
  WHOLE_AS_TYPED,
  /** It is what was typed, once folded. */
  WHOLE,
  /** It begins with what was typed, case and accents included. */
  START_AS_TYPED,
  /** It begins with what was typed, once folded: {@code fo} and {@code Foo}. */
  START,
  /** One of its words begins with it: {@code bar} and {@code foo-bar}. */
  WORD,
  /** It is somewhere in it: {@code ar} and {@code foo-bar}. */
  INSIDE,
  /** It is put together from beginnings of words: {@code gst} and {@code getStatus}. */
  HUMPS,
  /** Its characters are in it one after another: {@code gts} and {@code getStatus}. */
  SCATTERED;

  /**
   * Places within {@link #SCATTERED}, by length of the stretch; the last is for all longer ones.
   */
  static final int STRETCHES = 248;

  /** Places of all ranks. */
  static final int PLACES = SCATTERED.ordinal() + STRETCHES;

  /** The place of this rank among all; of scattered characters the best one. */
  int place() {
    return ordinal();
  }

  /**
   * The place of scattered characters.
   *
   * @param stretch bytes of folded UTF-8 from the first to the last of them
   */
  static int scattered(int stretch) {
    return SCATTERED.ordinal() + Math.min(stretch, STRETCHES - 1);
  }
}
