package dev.bullpen.compiler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class CompilationTests {
  private static final String TOOL =
      """
      import dev.bullpen.api.Tool;
      import dev.bullpen.api.ToolRequest;
      import dev.bullpen.api.ToolResult;

      public class Weather implements Tool {
        public ToolResult call(ToolRequest request) {
          return ToolResult.error("rain");
        }
      }
      """;

  @TempDir Path folder;

  @Test
  void a_public_class_may_have_another_name_than_its_file() throws Exception {
    Compiled compiled = Compiled.of(folder, "tool.java", TOOL);

    assertEquals("", compiled.err());
    assertEquals(0, compiled.code());
    assertEquals("Weather", compiled.out());
    assertTrue(Files.exists(compiled.classes().resolve("Weather.class")));
  }

  @Test
  void the_provider_of_a_package_is_named_with_it() throws Exception {
    Compiled compiled = Compiled.of(folder, "tool.java", "package a.b;\n" + TOOL);

    assertEquals("a.b.Weather", compiled.out());
    assertTrue(Files.exists(compiled.classes().resolve("a/b/Weather.class")));
  }

  @Test
  void the_first_class_with_an_interface_wins_over_an_earlier_one_with_a_main() throws Exception {
    Compiled compiled =
        Compiled.of(
            folder,
            "x.java",
            """
            class Starts { public static void main(String[] arguments) {} }
            abstract class Half implements dev.bullpen.api.Prompt {}
            class Whole extends Half {
              public dev.bullpen.api.PromptMessages get(dev.bullpen.api.PromptRequest r) { return null; }
            }
            class Later extends Half {
              public dev.bullpen.api.PromptMessages get(dev.bullpen.api.PromptRequest r) { return null; }
            }
            """);

    assertEquals("", compiled.err());
    assertEquals("Whole", compiled.out());
  }

  @Test
  void without_an_interface_the_first_with_a_main_is_run() throws Exception {
    Compiled compiled =
        Compiled.of(
            folder,
            "x.java",
            """
            class Helps { static void main(String[] arguments) {} }
            class Counts { public static int main(String[] arguments) { return 1; } }
            class Starts { public static void main(String[] arguments) {} }
            """);

    assertEquals("Starts", compiled.out());
  }

  @Test
  void what_is_no_provider_is_answered_with_what_one_is() throws Exception {
    Compiled compiled = Compiled.of(folder, "x.java", "record Point(int x, int y) {}");

    assertEquals(1, compiled.code());
    assertEquals("", compiled.out());
    assertTrue(compiled.err().startsWith("x.java: no class in it is a provider."), compiled.err());
    assertTrue(compiled.err().contains("CompletionProvider, Tool, Prompt or ResourceReader"));
    assertTrue(compiled.err().contains("public static void main(String[])"));
  }

  @Test
  void a_provider_that_cannot_be_made_is_refused() throws Exception {
    Compiled compiled =
        Compiled.of(
            folder,
            "tool.java",
            TOOL.replace(
                "Weather implements Tool {", "Weather implements Tool { Weather(int x) {}"));

    assertEquals(1, compiled.code());
    assertTrue(compiled.err().contains("Weather cannot be made: it has no constructor without"));
  }

  @Test
  void an_error_names_file_line_and_message_and_shows_the_place() throws Exception {
    Compiled compiled = Compiled.of(folder, "tool.java", "class A {\n\tint x = \"seven\";\n}\n");

    assertEquals(1, compiled.code());
    assertEquals(
        "tool.java:2: incompatible types: java.lang.String cannot be converted to int\n"
            + "\tint x = \"seven\";\n\t        ^",
        compiled.err());
  }

  @Test
  void what_no_provider_can_be_is_reported_with_what_to_do() throws Exception {
    assertEquals(
        "x.java: it declares a module. A provider is a class, in none.",
        Compiled.of(folder, "x.java", "module m {}\n").err());
    assertEquals(
        "x.java: its provider Two is an enum, which has no instances but its constants. Make it a class.",
        Compiled.of(
                folder,
                "x.java",
                """
                import dev.bullpen.api.*;
                enum Two implements Tool {
                  A;
                  public ToolResult call(ToolRequest request) { return null; }
                }
                """)
            .err());
  }

  @Test
  void an_expression_that_is_too_deep_for_the_compiler_is_named() throws Exception {
    Compiled compiled =
        Compiled.of(
            folder,
            "x.java",
            "class X { int a = %s1%s; }".formatted("(".repeat(50_000), ")".repeat(50_000)));
    assertEquals(
        "x.java: an expression in it is too long, or nested too deeply, for the compiler. Split it.",
        compiled.err());
    assertEquals(1, compiled.code());
  }

  @Test
  void errors_that_the_compiler_does_not_count_are_not_counted() throws Exception {
    assertTrue(
        Compiled.of(folder, "x.java", bad(200))
            .err()
            .endsWith("x.java: and at least 80 more errors"));
  }

  @Test
  void errors_are_listed_up_to_twenty_and_then_counted() throws Exception {
    assertEquals(20, errorsOf(20));
    assertEquals(20, errorsOf(21));
    assertTrue(Compiled.of(folder, "x.java", bad(21)).err().endsWith("x.java: and 1 more errors"));
  }

  private long errorsOf(int count) throws Exception {
    return Compiled.of(folder, "x.java", bad(count))
        .err()
        .lines()
        .filter(line -> line.startsWith("x.java:") && line.contains("incompatible"))
        .count();
  }

  private static String bad(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> "  int a%d() { return \"\"; }\n".formatted(i))
        .collect(Collectors.joining("", "class A {\n", "}\n"));
  }

  @Test
  void an_empty_source_and_one_that_is_no_java_are_refused() throws Exception {
    assertEquals(1, Compiled.of(folder, "x.java", "").code());
    assertEquals(
        "x.java:1: reached end of file while parsing",
        Compiled.of(folder, "x.java", "class A {").firstError());
  }

  @Test
  void a_source_that_is_not_utf_8_is_refused() throws Exception {
    Path file = folder.resolve("x.java");
    Files.write(file, "class Ä {}".getBytes(StandardCharsets.ISO_8859_1));

    Compiled compiled = Compiled.of(folder, file, List.of());

    assertEquals(1, compiled.code());
    assertEquals("x.java: it is not UTF-8 text. Save it in that encoding.", compiled.err());
  }

  @Test
  void a_byte_order_mark_is_no_part_of_the_source() throws Exception {
    assertEquals("Weather", Compiled.of(folder, "tool.java", "\ufeff" + TOOL).out());
  }

  @Test
  void warnings_are_not_shown() throws Exception {
    Compiled compiled =
        Compiled.of(
            folder,
            "x.java",
            "class A { public static void main(String[] a) { new Integer(1); java.util.List l = null; } }");

    assertEquals("", compiled.err());
    assertEquals("A", compiled.out());
  }

  @Test
  void other_sources_beside_it_and_in_the_class_path_are_not_compiled() throws Exception {
    Path lib = Files.createDirectories(folder.resolve("lib"));
    Files.writeString(folder.resolve("Other.java"), "class Other {}");
    Files.writeString(lib.resolve("Other.java"), "class Other {}");

    Compiled compiled =
        Compiled.of(
            folder, "x.java", "class A { Other o; public static void main(String[] a) {} }", lib);

    assertEquals(1, compiled.code());
    assertTrue(compiled.firstError().startsWith("x.java:1: cannot find symbol"), compiled.err());
  }

  @Test
  void classes_of_the_class_path_may_be_used_and_nothing_of_the_source_runs() throws Exception {
    Compiled library =
        Compiled.of(folder, "l.java", "public class L { public static void main(String[] a) {} }");
    Path other = Files.createDirectories(folder.resolve("other"));

    Compiled compiled =
        Compiled.of(
            other, "x.java", "class A extends L { static { System.exit(9); } }", library.classes());

    assertEquals("", compiled.err());
    assertEquals(0, compiled.code());
    assertEquals("A", compiled.out());
  }

  @Test
  void a_line_number_has_digits_that_every_locale_reads() throws Exception {
    Path file = Files.writeString(folder.resolve("x.java"), "class A {\n  int a = true;\n}\n");

    Compiled compiled =
        Compiled.of(folder, file, List.of("-Duser.language=ar", "-Duser.country=EG"));

    assertTrue(compiled.firstError().startsWith("x.java:2: "), compiled.err());
  }

  @Test
  void a_jar_that_is_refused_is_distinguished_from_a_compiler_that_fails() throws Exception {
    Path parent =
        library("One", "package p; public class One { public static void main(String[] a) {} }");
    Path child = library("Two", "package p; public class Two extends One {}", parent);

    Compiled compiled =
        Compiled.of(
            folder,
            "x.java",
            "class X extends p.Two { public static void main(String[] a) {} }",
            jar("parent.jar", "Manifest-Version: 1.0\nSealed: true\n", parent, "p/One.class"),
            jar("child.jar", "Manifest-Version: 1.0\n", child, "p/Two.class"));

    assertEquals(1, compiled.code(), compiled.err());
    assertTrue(compiled.err().startsWith("x.java: "), compiled.err());
    assertTrue(compiled.err().contains("sealing violation"), compiled.err());
    assertTrue(compiled.err().contains("lib"), compiled.err());
  }

  /** The classes of a source. */
  private Path library(String name, String source, Path... more) throws Exception {
    return Compiled.of(Files.createDirectories(folder.resolve(name)), name + ".java", source, more)
        .classes();
  }

  private Path jar(String name, String manifest, Path classes, String type) throws Exception {
    Path jar = folder.resolve(name);
    Manifest about =
        new Manifest(new ByteArrayInputStream(manifest.getBytes(StandardCharsets.UTF_8)));
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), about)) {
      out.putNextEntry(new JarEntry(type));
      Files.copy(classes.resolve(type), out);
    }
    return jar;
  }

  @Test
  void a_java_without_a_compiler_is_recognised() throws Exception {
    Path file = Files.writeString(folder.resolve("tool.java"), TOOL);

    Compiled compiled =
        Compiled.of(folder, file, List.of("--limit-modules", "java.base,java.compiler"));

    assertEquals(2, compiled.code());
    assertTrue(compiled.err().startsWith("This Java has no compiler: "), compiled.err());
    assertTrue(compiled.err().endsWith("Install a JDK, or set JAVA_HOME to one."));
  }

  @Test
  void a_java_without_even_the_compilers_interface_says_the_same() throws Exception {
    Path file = Files.writeString(folder.resolve("tool.java"), TOOL);

    assertEquals(2, Compiled.of(folder, file, List.of("--limit-modules", "java.base")).code());
  }

  @Test
  void a_source_that_is_gone_is_not_the_authors_error() throws Exception {
    Compiled compiled = Compiled.of(folder, folder.resolve("gone.java"), List.of());

    assertEquals(4, compiled.code());
    assertTrue(compiled.err().startsWith("The compiler failed: "));
    assertFalse(Files.exists(compiled.classes().resolve("gone.class")));
  }
}
