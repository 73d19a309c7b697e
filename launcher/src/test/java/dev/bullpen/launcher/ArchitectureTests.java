package dev.bullpen.launcher;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What may depend on what, in all modules that are shipped. Module descriptors say the rest. */
class ArchitectureTests {
  private static final List<String> NOT_SHIPPED = List.of("bench", "faults", "fuzz", "testkit");

  private static JavaClasses shipped;

  @BeforeAll
  static void read_what_has_been_compiled() throws IOException {
    try (Stream<Path> modules = Files.list(Path.of("..", "modules"))) {
      List<Path> compiled =
          Stream.concat(
                  modules
                      .filter(module -> !NOT_SHIPPED.contains(module.getFileName().toString()))
                      .map(module -> module.resolve("target/classes"))
                      .filter(Files::isDirectory),
                  Stream.of(Path.of("target/classes")))
              .toList();
      shipped = new ClassFileImporter().importPaths(compiled);
    }
    for (String module : List.of("helper", "launcher", "posix", "server")) {
      assertFalse(
          shipped.that(resideInAPackage("dev.bullpen." + module + "..")).isEmpty(),
          module + " is not there");
    }
  }

  /** Only the list of commands names them; they use what lies beside that list. */
  @Test
  void no_packages_depend_on_each_other_in_a_circle() {
    slices()
        .matching("dev.bullpen.(**)")
        .should()
        .beFreeOfCycles()
        .ignoreDependency(
            name("dev.bullpen.launcher.Commands"), resideInAPackage("dev.bullpen.launcher.*"))
        .check(shipped);
  }

  private static void assertSeenOnlyBy(List<String> packages, String... seen) {
    noClasses()
        .that()
        .resideOutsideOfPackages(packages.toArray(String[]::new))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(seen)
        .check(shipped);
  }

  @Test
  void only_posix_sees_jna() {
    assertSeenOnlyBy(List.of("dev.bullpen.posix.."), "com.sun.jna..");
  }

  @Test
  void only_the_prompt_sees_jline() {
    assertSeenOnlyBy(List.of("dev.bullpen.launcher.trial.."), "org.jline..");
  }

  /** The handlers and commands hand on trees that these modules have made. */
  @Test
  void only_these_modules_see_jsons_trees() {
    assertSeenOnlyBy(
        List.of(
            "dev.bullpen.http..",
            "dev.bullpen.json..",
            "dev.bullpen.project..",
            "dev.bullpen.protocol..",
            "dev.bullpen.schema..",
            "dev.bullpen.server..",
            "dev.bullpen.launcher.."),
        "tools.jackson.databind..");
  }

  /** A helper has the streams and no trees; a schema points into trees. */
  @Test
  void only_these_packages_see_jsons_streams() {
    assertSeenOnlyBy(
        List.of("dev.bullpen.json..", "dev.bullpen.schema..", "dev.bullpen.helper.provider.."),
        "tools.jackson.core..");
  }

  @Test
  void nothing_in_the_supervisor_sees_what_runs_in_helpers() {
    String[] inHelpers = {"dev.bullpen.helper..", "dev.bullpen.compiler.."};
    assertSeenOnlyBy(List.of(inHelpers), inHelpers);
  }

  @Test
  void what_runs_in_helpers_sees_the_system_the_frames_and_the_api_only() {
    noClasses()
        .that()
        .resideInAPackage("dev.bullpen.helper..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "dev.bullpen.json..",
            "dev.bullpen.launcher..",
            "dev.bullpen.pool..",
            "dev.bullpen.project..",
            "dev.bullpen.protocol..",
            "dev.bullpen.schema..",
            "dev.bullpen.server..")
        .check(shipped);
  }
}
