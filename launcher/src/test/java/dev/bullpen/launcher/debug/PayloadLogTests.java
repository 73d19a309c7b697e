package dev.bullpen.launcher.debug;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.launcher.Spoken;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
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
  void a_line_has_its_time_and_direction() {
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    new PayloadLog(file, new Spoken(false).console()).add(PayloadLog.Direction.OUT, "{}");
    assertTrue(file.toString().matches("\\d{4}-\\d\\d-\\d\\dT\\S+Z out \\{}\\n"), file.toString());
  }

  @Test
  void a_full_disk_is_reported_once_and_the_session_goes_on() {
    Spoken spoken = new Spoken(false);
    OutputStream full =
        new OutputStream() {
          @Override
          public void write(int one) throws IOException {
            throw new IOException("No space left on device");
          }
        };
    PayloadLog log = new PayloadLog(full, spoken.console());

    log.add(PayloadLog.Direction.IN, "{}");
    log.add(PayloadLog.Direction.OUT, "{}");

    assertEquals(
        "launcher: the session goes on, but its messages are no longer kept: No space left on device\n",
        spoken.err());
  }
}
