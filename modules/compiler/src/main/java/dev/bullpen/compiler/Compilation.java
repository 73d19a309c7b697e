package dev.bullpen.compiler;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/**
 * One source, compiled for the Java that runs this.
 *
 * @param source the file
 * @param folder where class files go
 * @param classPath what it may use beyond the JDK; sources in there are not looked at
 */
record Compilation(Path source, Path folder, List<Path> classPath) {
  /**
   * No annotation processors, as a jar in the class path must not decide what runs here; debug
   * information, for stack traces; no warnings, because they would not be shown.
   */
  static final List<String> OPTIONS =
      List.of("-proc:none", "-g", "-Xlint:none", "-nowarn", "-implicit:none");

  /**
   * Notes which classes are written. The compiler writes top-level classes in the order in which
   * the source has them.
   */
  private static final class ClassOutput
      extends ForwardingJavaFileManager<StandardJavaFileManager> {
    /** Names of all but nested classes, as {@link Class#forName(String)} takes them. */
    final List<String> topLevelClasses = new ArrayList<>();

    ClassOutput(StandardJavaFileManager files) {
      super(files);
    }

    @Override
    public JavaFileObject getJavaFileForOutput(
        Location location, String className, JavaFileObject.Kind kind, FileObject sibling)
        throws IOException {
      // A dollar may also be part of a name, but then the compiler tells no nested class from it.
      if (kind == JavaFileObject.Kind.CLASS && className.indexOf('$') < 0) {
        topLevelClasses.add(className);
      }
      return super.getJavaFileForOutput(location, className, kind, sibling);
    }
  }

  /**
   * Compile it.
   *
   * @return the name of the provider's class
   */
  String run() throws IOException, SourceException {
    SourceText text = SourceText.read(source);
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    DiagnosticCollector<JavaFileObject> said = new DiagnosticCollector<>();
    try (StandardJavaFileManager files =
            compiler.getStandardFileManager(said, Locale.ENGLISH, StandardCharsets.UTF_8);
        ClassOutput output = new ClassOutput(files)) {
      files.setLocationFromPaths(StandardLocation.CLASS_OUTPUT, List.of(folder));
      files.setLocationFromPaths(StandardLocation.CLASS_PATH, classPath);
      files.setLocationFromPaths(StandardLocation.SOURCE_PATH, List.of());
      StringWriter defect = new StringWriter();
      if (!compiler.getTask(defect, output, said, OPTIONS, null, List.of(text)).call()) {
        throw refused(said, text, defect.toString());
      }
      return new ProviderSearch(text.file(), folder, classPath).among(output.topLevelClasses);
    }
  }

  /**
   * Why there are no classes.
   *
   * @param defect what the compiler says of itself where it fails
   */
  private static SourceException refused(
      DiagnosticCollector<JavaFileObject> said, SourceText text, String defect) {
    if (defect.contains(StackOverflowError.class.getName())) {
      return new SourceException(
          "%s: an expression in it is too long, or nested too deeply, for the compiler. Split it."
              .formatted(text.file()));
    } else if (!defect.isBlank()) {
      throw new IllegalStateException(defect.strip());
    }
    return new SourceException(text.complaints(said.getDiagnostics()));
  }
}
