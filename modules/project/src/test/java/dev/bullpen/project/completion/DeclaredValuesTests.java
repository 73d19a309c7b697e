package dev.bullpen.project.completion;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bullpen.json.Json;
import dev.bullpen.project.completion.CompletionCursor.CompletionBinding;
import dev.bullpen.project.completion.CompletionCursor.CompletionPosition;
import dev.bullpen.project.completion.CompletionOutput.CompletionPage;
import dev.bullpen.project.completion.CompletionRequest.CompletionLimit;
import dev.bullpen.project.completion.CompletionRequest.CompletionRef;
import dev.bullpen.project.file.Folder;
import dev.bullpen.project.script.Roots.FallbackRoots;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeclaredValuesTests {
  private static final Path ROOT = Path.of("/nowhere");

  private static CompletionPage page(List<String> values, String query, int limit, int offset)
      throws Exception {
    Resolution.Declared declared = new Resolution.Declared("p", CompletionSource.Values.of(values));
    CompletionRequest request =
        new CompletionRequest(
            new CompletionRef.OfPrompt("p"),
            Json.object(),
            "a",
            query,
            Map.of(),
            new CompletionLimit(OptionalInt.of(limit)));
    return new SourceIndexes(
            new Folder(ROOT, ROOT), new FallbackRoots(ROOT, Map.of(), warning -> {}), warning -> {})
        .values(declared)
        .page(
            request,
            CompletionBinding.of(declared),
            new CompletionPosition(offset, Optional.empty(), Optional.empty()));
  }

  @Test
  void the_better_match_comes_first() throws Exception {
    assertEquals(
        List.of("reply", "Report", "prepare", "ridge"),
        page(List.of("ridge", "prepare", "Report", "other", "reply"), "re", 5, 0).values());
  }

  @Test
  void nothing_declared_is_an_empty_complete_page() throws Exception {
    assertEquals(
        new CompletionPage(List.of(), OptionalInt.of(0), false, Optional.empty()),
        page(List.of(), "x", 5, 0));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "1"})
  void who_follows_the_cursor_finds_each_of_thousands_once_in_one_order(String query)
      throws Exception {
    List<String> values = IntStream.range(0, 3000).mapToObj(Integer::toString).toList();
    List<List<String>> rounds = new ArrayList<>();
    for (int limit : List.of(100, 77)) {
      List<String> found = new ArrayList<>();
      CompletionPage page = page(values, query, limit, 0);
      found.addAll(page.values());
      while (page.nextCursor().isPresent()) {
        CompletionPosition next =
            CompletionCursor.decode(
                page.nextCursor().get(), new CompletionBinding("p", "builtin:p"));
        page = page(values, query, limit, next.offset());
        found.addAll(page.values());
      }
      rounds.add(found);
    }
    Set<String> matching =
        values.stream().filter(value -> value.contains(query)).collect(Collectors.toSet());
    assertEquals(matching, Set.copyOf(rounds.get(0)));
    assertEquals(matching.size(), rounds.get(0).size(), "each once");
    assertEquals(rounds.get(0), rounds.get(1), "whatever the pages");
  }

  @Test
  void pages_follow_each_other_to_the_end() throws Exception {
    List<String> values = IntStream.range(0, 7).mapToObj(Integer::toString).toList();
    CompletionPage first = page(values, "", 5, 0);
    assertEquals(5, first.values().size());
    assertEquals(OptionalInt.of(7), first.total());
    CompletionPosition next =
        CompletionCursor.decode(
            first.nextCursor().orElseThrow(), new CompletionBinding("p", "builtin:p"));
    assertEquals(5, next.offset());
    assertEquals(
        new CompletionPage(List.of("5", "6"), OptionalInt.of(7), false, Optional.empty()),
        page(values, "", 5, 5));
    assertEquals(List.of(), page(values, "", 5, 99).values());
  }
}
