package dev.bullpen.faults;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * What the machine must have: for every test {@code /proc}, without which nobody can count
 * survivors, and for some the programs named by {@link Needs}. Registered for all tests by {@code
 * META-INF/services}.
 */
public final class Surroundings implements ExecutionCondition {
  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    if (!Files.isReadable(Path.of("/proc/self/environ"))) {
      return skip("there is no /proc: survivors are counted on Linux only");
    }
    return context
        .getElement()
        .flatMap(element -> AnnotationSupport.findAnnotation(element, Needs.class))
        .flatMap(Surroundings::missing)
        .map(program -> skip("PATH holds no " + program))
        .orElse(ConditionEvaluationResult.enabled("all that is needed is there"));
  }

  private static ConditionEvaluationResult skip(String why) {
    System.out.println("[skipped] " + why);
    return ConditionEvaluationResult.disabled(why);
  }

  private static Optional<String> missing(Needs needs) {
    return Arrays.stream(needs.value()).filter(program -> !isOnPath(program)).findFirst();
  }

  private static boolean isOnPath(String program) {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }
}
