package dev.bullpen.project.completion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.fuzz.Rounds;
import dev.bullpen.project.completion.MatchIndex.MatchMode;
import dev.bullpen.project.completion.MatchIndex.Matches;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("slow")
class MatchIndexTests {
  private static List<String> fuzzy(String typed, String... values) {
    return find(typed, MatchMode.FUZZY, values);
  }

  private static List<String> find(String typed, MatchMode mode, String... values) {
    Matches matches = MatchIndex.of(List.of(values)).find(typed, mode, 0, 100);
    assertEquals(matches.values().size(), matches.total());
    return matches.values();
  }

  @Test
  void the_ranks_follow_each_other_as_documented() {
    List<String> ranked =
        List.of("Car", "car", "Cart", "carpet", "my-car", "oscar", "coolArrow", "chair", "chamber");
    List<String> reversed = new ArrayList<>(ranked);
    Collections.reverse(reversed);
    assertEquals(ranked, fuzzy("Car", reversed.toArray(String[]::new)));
  }

  @ParameterizedTest
  @CsvSource({
    "gst,       getStatus",
    "gs,        getStatus",
    "gest,      getStatus",
    "gs,        get_status",
    "gs,        GET-STATUS",
    "gs,        a/get/b/status",
    "hs,        HTTPServer",
    "u8,        utf8",
    "vb,        v2beta",
    "foba,      foo_fob_bar",
    "aab,       a_aa_ab",
    "öä,        straße-öl-ärger"
  })
  void beginnings_of_words_go_before_scattered_letters(String typed, String value) {
    StringBuilder scattered = new StringBuilder("x");
    typed.codePoints().forEach(c -> scattered.appendCodePoint(c).append('x'));
    assertEquals(List.of(value, scattered.toString()), fuzzy(typed, scattered.toString(), value));
  }

  @ParameterizedTest
  @CsvSource({
    "gat,  get-status, xgxaxtx",
    "gts,  gets,       gxts",
    "ttus, status,     ttxus",
    "es,   getStatus,  exs"
  })
  void what_is_inside_words_makes_no_hump(String typed, String value, String closer) {
    assertEquals(List.of(closer, value), fuzzy(typed, closer, value));
  }

  @Test
  void a_query_as_long_as_can_be_makes_humps_and_a_longer_one_is_still_found() {
    String words = "ab-".repeat(40);
    for (int letters : new int[] {63, 64, 65, 80}) {
      String typed = "ab".repeat(40).substring(0, letters);
      String closer = "x" + typed.replaceFirst("b", "b.");
      List<String> best = letters <= 64 ? List.of(words, closer) : List.of(closer, words);
      assertEquals(best, fuzzy(typed, closer, words), typed);
    }
  }

  @Test
  void scattered_letters_that_are_closer_together_come_first() {
    assertEquals(
        List.of("xa-b", "xa--b", "xa--b!", "xa---b"),
        fuzzy("ab", "xa---b", "xa--b", "xa--b!", "xa-b").stream()
            .filter(value -> value.startsWith("x"))
            .toList());
    assertEquals(
        List.of("xaxxxxaxbx", "xaxxbx"),
        fuzzy("ab", "xaxxbx", "xaxxxxaxbx"),
        "the last of several first letters counts");
  }

  @Test
  void of_one_rank_the_first_stays_the_first() {
    assertEquals(
        List.of("foo-2", "foo-1", "foo-3", "a-foo-9", "a-foo-8"),
        fuzzy("foo", "a-foo-9", "foo-2", "foo-1", "a-foo-8", "foo-3"));
  }

  @Test
  void a_prefix_is_no_substring_and_a_substring_is_nothing_scattered() {
    String[] values = {"scar", "c-ar", "Cart", "car"};
    assertEquals(List.of("car", "Cart"), find("car", MatchMode.PREFIX, values));
    assertEquals(List.of("car", "Cart", "scar"), find("car", MatchMode.SUBSTRING, values));
    assertEquals(List.of("car", "Cart", "scar", "c-ar"), find("car", MatchMode.FUZZY, values));
  }

  @ParameterizedTest
  @EnumSource
  void nothing_typed_shows_everything_once_in_the_order_given(MatchMode mode) {
    assertEquals(List.of("b", "a", "B", "á"), find("", mode, "b", "a", "b", "B", "a", "á", "á"));
    assertEquals(List.of("b"), find("\u0301", mode, "b"), "a mark without a letter is nothing");
  }

  @ParameterizedTest
  @CsvSource({
    "malaga,    Málaga",
    "MÁLAGA,    malaga",
    "mala,      Ma\u0301laga",
    "ofﬁce,     office",
    "ＡＢ,       abc",
    "σας,       ΣΑΣ",
    "istanbul,  İstanbul",
    "москва,    МОСКВА",
    "東,         東京",
    "한,         한국",
    "नि,         निशा",
    "ﬁ,         Finland"
  })
  void case_accents_and_forms_do_not_matter(String typed, String value) {
    assertEquals(List.of(value), find(typed, MatchMode.PREFIX, value, "other"));
  }

  @Test
  void vowel_signs_do_matter() {
    assertEquals(List.of(), find("नु", MatchMode.PREFIX, "निशा"));
  }

  @Test
  void what_was_typed_exactly_goes_before_what_only_looks_like_it() {
    assertEquals(List.of("Málaga", "malaga"), fuzzy("Málaga", "malaga", "Málaga"));
    assertEquals(List.of("malaga", "Málaga"), fuzzy("malaga", "Málaga", "malaga"));
    assertEquals(List.of("malaga b", "Málaga a"), fuzzy("malaga", "Málaga a", "malaga b"));
    assertEquals(List.of("Málaga b", "malaga a"), fuzzy("Málaga", "malaga a", "Málaga b"));
  }

  @Test
  void characters_are_not_taken_apart() {
    assertEquals(List.of(), fuzzy("é".repeat(2), "è-à"), "folded they are e and a");
    assertEquals(List.of(), fuzzy("ж", "з-е"));
    assertEquals(List.of("😀 😁"), fuzzy("😀😁", "😀 😁", "😁 😀", "😀", "🐀"));
    assertEquals(List.of("жxзx"), fuzzy("жз", "зxж", "жxзx"));
  }

  @ParameterizedTest
  @CsvSource({"'a b', xa bx", "'.*', a.*b", "'\\Q', a\\Qb", "'(', f(x)"})
  void nothing_typed_has_a_meaning_of_its_own(String typed, String value) {
    assertEquals(List.of(value), find(typed, MatchMode.SUBSTRING, "ab", value));
  }

  @Test
  void the_last_page_is_cut_and_the_total_is_exact() {
    List<String> values =
        IntStream.range(0, 1000).mapToObj(i -> (i % 3 == 0 ? "x-a" : "a") + i).toList();
    MatchIndex index = MatchIndex.of(values);
    for (int from : new int[] {999, 1000, 1001, Integer.MAX_VALUE}) {
      Matches page = index.find("a", MatchMode.FUZZY, from, 100);
      assertEquals(from == 999 ? 1 : 0, page.values().size());
      assertEquals(1000, page.total());
      assertEquals(
          page.values().size(), index.find("", MatchMode.FUZZY, from, 100).values().size());
    }
    assertEquals(new Matches(List.of(), 1000), index.find("a", MatchMode.FUZZY, 0, 0));
  }

  /** Against an implementation that is slow and simple. */
  @ParameterizedTest
  @EnumSource
  void what_fits_and_how_many_is_what_a_simple_search_finds(MatchMode mode) {
    Random random = new Random(11);
    List<String> values = new ArrayList<>();
    for (int i = 0; i < 3000; i++) {
      values.add(word(random, 1 + random.nextInt(9)));
    }
    MatchIndex index = MatchIndex.of(values);
    for (int i = 0; i < Rounds.of(80, 400); i++) {
      String typed = word(random, 1 + random.nextInt(4));
      Matches found = index.find(typed, mode, 0, Integer.MAX_VALUE);
      List<String> expected =
          new LinkedHashSet<>(values).stream().filter(v -> fits(v, typed, mode)).toList();
      assertEquals(expected.size(), found.total(), typed);
      assertEquals(new LinkedHashSet<>(expected), new LinkedHashSet<>(found.values()), typed);
      for (int count : new int[] {1, 7, 100}) {
        Matches best = index.find(typed, mode, 3, count);
        List<String> all = found.values();
        assertEquals(expected.size(), best.total(), typed);
        assertEquals(
            all.subList(Math.min(3, all.size()), Math.min(3 + count, all.size())),
            best.values(),
            typed);
      }
    }
  }

  private static String word(Random random, int length) {
    String letters = "aabBcC-_ 1é€ж😀";
    int[] codePoints = letters.codePoints().toArray();
    StringBuilder word = new StringBuilder();
    for (int i = 0; i < length; i++) {
      word.appendCodePoint(codePoints[random.nextInt(codePoints.length)]);
    }
    return word.toString();
  }

  private static boolean fits(String value, String typed, MatchMode mode) {
    String in = value.toLowerCase().replace('é', 'e');
    String what = typed.toLowerCase().replace('é', 'e');
    return switch (mode) {
      case PREFIX -> in.startsWith(what);
      case SUBSTRING -> in.contains(what);
      case FUZZY -> {
        int next = 0;
        int[] wanted = what.codePoints().toArray();
        for (int codePoint : in.codePoints().toArray()) {
          next += next < wanted.length && codePoint == wanted[next] ? 1 : 0;
        }
        yield next == wanted.length;
      }
    };
  }

  @Test
  void values_come_back_as_they_were_given_each_once() {
    List<String> given =
        List.of("", "Abc", "ABC", "a\tb", "Ünï", "ﬁ", "\u0301", "日本", "😀", "É", "E\u0301", "\0");
    assertEquals(given, MatchIndex.of(given).values());
    List<String> many = new ArrayList<>();
    IntStream.range(0, 10_000).forEach(i -> many.add((i % 2 == 0 ? "Value " : "Wért ") + i));
    List<String> repeated = new ArrayList<>(many);
    repeated.addAll(many);
    assertEquals(many, MatchIndex.of(repeated).values());
  }

  @Test
  void half_a_character_is_not_added() {
    assertEquals(List.of("b"), MatchIndex.of(List.of("a\ud800", "b")).values());
  }

  @Test
  void there_is_room_for_so_many_bytes_and_not_for_one_more() {
    MatchIndex.Builder small = new MatchIndex.Builder(bytes(2, 10));
    assertTrue(small.add("12345"));
    assertFalse(small.add("678901"));
    assertTrue(small.add("12345"), "it is there already");
    assertTrue(small.add("67890"));
    assertFalse(small.add(""), "a third");
    assertEquals(List.of("12345", "67890"), small.build().values());
    assertEquals(bytes(2, 10), small.build().bytes());
    assertFalse(new MatchIndex.Builder(bytes(1, 2) - 1).add("é"), "é, and e without its accent");
    assertTrue(new MatchIndex.Builder(bytes(1, 2)).add("é"));
  }

  private static long bytes(int values, int characters) {
    return (long) MatchIndex.VALUE_BYTES * values + (long) Character.BYTES * characters;
  }

  @Test
  void few_values_that_are_long_are_not_searched_where_a_request_is_read() {
    assertTrue(MatchIndex.of(List.of("x".repeat(250_000))).isQuick());
    assertFalse(MatchIndex.of(List.of("x".repeat(250_001))).isQuick());
  }

  @Test
  void there_may_be_none() {
    MatchIndex none = MatchIndex.of(List.of());
    assertEquals(new Matches(List.of(), 0), none.find("x", MatchMode.FUZZY, 0, 100));
    assertEquals(new Matches(List.of(), 0), none.find("", MatchMode.FUZZY, 5, 100));
  }
}
