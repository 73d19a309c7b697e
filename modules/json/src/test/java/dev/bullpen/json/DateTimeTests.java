package dev.bullpen.json;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Both tables are as {@code z.iso.datetime({offset: true})} of zod 4 has it. */
class DateTimeTests {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-01-31T12:00:00Z",
        "2026-01-31T12:00:00+01:00",
        "2026-01-31T23:59:59-23:59",
        "2026-01-31T12:00:00.123456789012Z",
        "2026-01-31T12:00:00-00:00",
        "2024-02-29T00:00:00Z",
        "2000-02-29T00:00:00Z",
        "0000-02-29T00:00:00Z",
        "9999-12-31T00:00:00Z"
      })
  void a_date_with_time_and_zone_is_one(String text) {
    assertTrue(DateTime.isOne(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "yesterday",
        "1769860800",
        "2026-01-31",
        "2026-01-31T12:00:00",
        "2026-01-31T12:00Z",
        "2026-01-31 12:00:00Z",
        "2026-01-31t12:00:00Z",
        "2026-01-31T12:00:00z",
        "2026-01-31T12:00:00+01",
        "2026-01-31T12:00:00+0100",
        "2026-01-31T12:00:00+24:00",
        "2026-01-31T12:00:00 +01:00",
        "2026-01-31T12:00:00Z[UTC]",
        "2026-01-31T12:00:00.Z",
        "2026-01-31T12:00:00,5Z",
        "2026-01-31T24:00:00Z",
        "2026-01-31T12:60:00Z",
        "2026-01-31T12:00:60Z",
        "2026-00-31T12:00:00Z",
        "2026-13-31T12:00:00Z",
        "2026-01-00T12:00:00Z",
        "2026-01-32T12:00:00Z",
        "2026-04-31T12:00:00Z",
        "2026-02-29T12:00:00Z",
        "1900-02-29T12:00:00Z",
        "+12026-01-31T12:00:00Z",
        "-0001-01-31T12:00:00Z",
        "٢٠٢٦-01-31T12:00:00Z",
        " 2026-01-31T12:00:00Z",
        "2026-01-31T12:00:00Z\n",
        "Sat, 31 Jan 2026 12:00:00 GMT"
      })
  void anything_else_is_none(String text) {
    assertFalse(DateTime.isOne(text));
  }
}
