package dev.bullpen.helper.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OpenFilesTests {
  private static final int FIRST = 20;
  private static final int WITHOUT_JARS = FIRST + ProviderHost.OpenFiles.MOST_LEFT;

  /** In a process that may have 1024. */
  @ParameterizedTest
  @CsvSource({"0, 0", "1, 1", "250, 250", "715, 715", "716, 716", "717, 716", "5000, 716"})
  void jars_may_be_open_beside_what_is_left_as_long_as_the_next_job_has_enough(int jars, int more) {
    assertEquals(WITHOUT_JARS + more, new ProviderHost.OpenFiles(FIRST, 1024).tooHigh(jars));
  }

  @ParameterizedTest
  @CsvSource({"0", "250"})
  void where_few_may_be_open_at_all_jars_change_nothing(int jars) {
    assertEquals(WITHOUT_JARS, new ProviderHost.OpenFiles(FIRST, 256).tooHigh(jars));
  }

  @ParameterizedTest
  @ValueSource(longs = {Integer.MAX_VALUE, Long.MAX_VALUE, -1})
  void without_a_limit_all_jars_may_be_open(long most) {
    assertEquals(WITHOUT_JARS + 5000, new ProviderHost.OpenFiles(FIRST, most).tooHigh(5000));
  }
}
