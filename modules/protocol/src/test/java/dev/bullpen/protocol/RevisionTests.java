package dev.bullpen.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RevisionTests {
  @ParameterizedTest
  @CsvSource({
    // revision, modern, batches, completions, context, title, details, errors without id
    "2024-11-05, false, false, false, false, false, false, false",
    "2025-03-26, false, true,  true,  false, false, false, false",
    "2025-06-18, false, false, true,  true,  true,  false, false",
    "2025-11-25, false, false, true,  true,  true,  true,  true",
    "2026-07-28, true,  false, true,  true,  true,  true,  true"
  })
  void each_revision_has_what_its_schema_defines(
      String wire,
      boolean modern,
      boolean batches,
      boolean completions,
      boolean context,
      boolean title,
      boolean details,
      boolean errorsWithoutId) {
    Revision revision = Revision.of(wire).orElseThrow();
    assertEquals(wire, revision.wire());
    assertEquals(modern, revision.isModern());
    assertEquals(batches, revision.hasBatches());
    assertEquals(completions, revision.hasCompletionsCapability());
    assertEquals(context, revision.hasCompletionContext());
    assertEquals(title, revision.hasImplementationTitle());
    assertEquals(details, revision.hasImplementationDetails());
    assertEquals(errorsWithoutId, revision.hasErrorsWithoutId());
  }

  @Test
  void the_eras_are_kept_apart_newest_first() {
    assertEquals(List.of("2026-07-28"), Revision.MODERN.stream().map(Revision::wire).toList());
    assertEquals(
        List.of("2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"),
        Revision.LEGACY.stream().map(Revision::wire).toList());
    assertEquals(Revision.V2025_11_25, Revision.latestLegacy());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "1.0.0", "2025-11-26", "2025-11-25 ", "V2025_11_25", "draft"})
  void other_words_name_no_revision(String wire) {
    assertEquals(Optional.empty(), Revision.of(wire));
  }
}
