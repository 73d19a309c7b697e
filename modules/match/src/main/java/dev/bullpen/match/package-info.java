/**
 * Values, prepared once, and the best of them for what somebody has typed.
 *
 * <p>Runs in the supervisor; depends on the JDK alone, starts no thread and reads no file. What is
 * prepared never changes and may be asked by any thread.
 *
 * <h2>What is alike</h2>
 *
 * <p>Texts are compared code point by code point, after folding: compatibility decomposition (NFKD,
 * so that {@code ﬁ} is {@code fi} and full-width letters are letters), without the combining marks
 * U+0300 to U+036F (so that {@code malaga} finds {@code Málaga}; the vowel signs of other scripts
 * are letters to their readers and stay), and by lower case of the upper case, in no particular
 * language (so that {@code ς} is {@code σ}). What comes back is the value as it was given.
 *
 * <h2>Which is best</h2>
 *
 * <p>{@link dev.bullpen.match.Rank} has the order. Values of one rank keep the order they were
 * given in, but for scattered letters: there the shorter the stretch that holds them, the better.
 */
package dev.bullpen.match;
