package dev.bullpen.launcher.debug;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PayloadLogTests {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"a\":{\"apiKey\":[1,2]},\"b\":1}|{\"a\":{\"apiKey\":\"[redacted]\"},\"b\":1}",
        "[{\"PASSWORD\":null}]|[{\"PASSWORD\":\"[redacted]\"}]",
        "{\"h\":\"Authorization: Bearer abc.def\"}|{\"h\":\"Authorization: [redacted]\"}",
        "{\"t\":\"x eyJhbGci.eyJzdWIi.c2ln y\"}|{\"t\":\"x [redacted] y\"}",
        "{\"word\":\"plain\",\"n\":1.50}|{\"word\":\"plain\",\"n\":1.50}",
        "secret but no JSON|18 characters that are not JSON"
      })
  void what_is_named_or_looks_like_a_secret_is_left_out(String line, String kept) {
    assertEquals(kept, PayloadLog.redacted(line));
  }

  @Test
  void a_line_has_its_time_and_direction() throws IOException {
    StringWriter file = new StringWriter();
    new PayloadLog(file).add(PayloadLog.Direction.OUT, "{}");
    assertTrue(file.toString().matches("\\d{4}-\\d\\d-\\d\\dT\\S+Z out \\{}\\n"), file.toString());
  }
}
