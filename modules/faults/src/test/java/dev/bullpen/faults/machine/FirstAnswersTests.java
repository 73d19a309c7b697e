package dev.bullpen.faults.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bullpen.testkit.rig.Rig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the first answers of a server wait for, as its own JVM logs it. */
class FirstAnswersTests {
  /** Keep in their archives what is made of method handles; see JEP 483. */
  private static final int KEEPS_CODE = 24;

  private static final String ON_THE_WAY = "dev.bullpen.pool.helper.JobFrame ";

  /** Puts together what a record has for {@code equals} and {@code hashCode}. */
  private static final String OF_RECORDS = "java.lang.runtime.ObjectMethods ";

  /** A class that a JVM has made for a lambda; its name is followed by an address. */
  private static final Pattern MADE = Pattern.compile("(\\S+)\\$\\$Lambda\\S*/0x");

  /** What {@code %d} knows of locales. */
  private static final String OF_NUMBERS = "java.text.DecimalFormatSymbols ";

  @TempDir Path folder;

  @Test
  void no_method_of_a_record_is_made_and_no_number_formatted_before_them() throws IOException {
    String loaded = loadedForFirstAnswers();
    assertFalse(loaded.contains(OF_RECORDS), loaded);
    assertFalse(loaded.contains(OF_NUMBERS), loaded);
  }

  @Test
  void no_class_is_made_for_a_lambda_of_ours() throws IOException {
    Set<String> users =
        MADE.matcher(loadedForFirstAnswers())
            .results()
            .map(match -> match.group(1))
            .collect(Collectors.toSet());
    assertTrue(users.stream().anyMatch(user -> user.startsWith("java.")), "some are of the JDK");
    assertEquals(
        List.of(), users.stream().filter(user -> user.startsWith("dev.bullpen.")).toList());
  }

  private String loadedForFirstAnswers() throws IOException {
    assumeTrue(Runtime.version().feature() < KEEPS_CODE, "nothing has to be made");
    Path log = folder.resolve("classes");
    try (Rig rig =
        Rig.start(
            project -> project.tool("hello", "printf 'Hello\\n'\n"),
            launcher ->
                launcher.environment("BULLPEN_JAVA_OPTS", "-Xlog:class+load:file=" + log))) {
      assertEquals(List.of("ok"), rig.client().complete(Rig.FAST, "query", "q").values());
      assertEquals("Hello\n", rig.client().callTool("hello", "{}").text());
      String loaded = Files.readString(log);
      assertTrue(loaded.contains(ON_THE_WAY), loaded);
      return loaded;
    }
  }
}
