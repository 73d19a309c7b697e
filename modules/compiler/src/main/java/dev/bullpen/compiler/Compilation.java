package dev.bullpen.compiler;

import dev.bullpen.compiler.SourceText.SourceException;
import java.io.IOException;
import java.io.StringWriter;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
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
 * @param folder where class files go
 * @param classPath what it may use beyond the JDK; sources found there are not compiled
 */
record Compilation(Path source, Path folder, List<Path> classPath) {
  /**
   * No annotation processors, as a jar in the class path must not decide what runs here. Debug
   * information, for stack traces. No warnings, because they would not be shown.
   */
  static final List<String> OPTIONS =
      List.of("-proc:none", "-g", "-Xlint:none", "-nowarn", "-implicit:none");

  /** The interfaces of a provider. */
  static final List<String> INTERFACES =
      List.of(
          "dev.bullpen.api.CompletionProvider",
          "dev.bullpen.api.Tool",
          "dev.bullpen.api.Prompt",
          "dev.bullpen.api.ResourceReader");

  /**
   * Notes which classes are written. The compiler writes top-level classes in the order of the
   * source.
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
      // A name with a dollar cannot be distinguished from that of a nested class.
      if (kind == JavaFileObject.Kind.CLASS && className.indexOf('$') < 0) {
        topLevelClasses.add(className);
      }
      return super.getJavaFileForOutput(location, className, kind, sibling);
    }
  }

  /** Compile it; returns the name of the provider's class. */
  String run() throws IOException, SourceException {
    SourceText text = SourceText.read(source);
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
    try (StandardJavaFileManager files =
            compiler.getStandardFileManager(found, Locale.ENGLISH, StandardCharsets.UTF_8);
        ClassOutput output = new ClassOutput(files)) {
      files.setLocationFromPaths(StandardLocation.CLASS_OUTPUT, List.of(folder));
      files.setLocationFromPaths(StandardLocation.CLASS_PATH, classPath);
      files.setLocationFromPaths(StandardLocation.SOURCE_PATH, List.of());
      StringWriter defect = new StringWriter();
      if (!compiler.getTask(defect, output, found, OPTIONS, null, List.of(text)).call()) {
        throw refused(found, text, defect.toString());
      }
      return provider(text.file(), output.topLevelClasses);
    }
  }

  /** Why there are no classes. {@code defect} says how the compiler itself failed. */
  private static SourceException refused(
      DiagnosticCollector<JavaFileObject> found, SourceText text, String defect) {
    if (defect.contains(StackOverflowError.class.getName())) {
      return new SourceException(
          "%s: an expression in it is too long, or nested too deeply, for the compiler. Split it."
              .formatted(text.file()));
    } else if (!defect.isBlank()) {
      throw new IllegalStateException(defect.strip());
    }
    return new SourceException(text.complaints(found.getDiagnostics()));
  }

  /**
   * Find the class that is the provider: the first that implements one of its interfaces, else the
   * first with a {@code main}. Classes are loaded but not initialized, so no code of the source
   * runs.
   *
   * @param file the source's name, for messages
   * @param names of its classes, in their order
   */
  private String provider(String file, List<String> names) throws IOException, SourceException {
    try (URLClassLoader loader = new URLClassLoader(urls(), ClassLoader.getPlatformClassLoader())) {
      List<Class<?>> interfaces = interfaces(loader);
      List<Class<?>> classes = new ArrayList<>();
      for (String name : names) {
        classes.add(Class.forName(name, false, loader));
      }
      for (Class<?> candidate : classes) {
        if (isProvider(candidate, interfaces)) {
          return checked(file, candidate);
        }
      }
      for (Class<?> candidate : classes) {
        if (hasMain(candidate)) {
          return candidate.getName();
        }
      }
    } catch (ClassNotFoundException | LinkageError e) {
      throw new SourceException(
          "%s: a class it needs cannot be loaded: %s. Is a jar missing from lib?"
              .formatted(file, e.getMessage()));
    } catch (SecurityException e) {
      throw new SourceException(
          "%s: a jar in lib is refused: %s. Correct its signature, or the packages that it seals."
              .formatted(file, e.getMessage()));
    }
    throw new SourceException(
        "%s: no class in it is a provider. One must implement %s of dev.bullpen.api, or have a public static void main(String[])."
            .formatted(file, "CompletionProvider, Tool, Prompt or ResourceReader"));
  }

  private URL[] urls() throws IOException {
    List<URL> urls = new ArrayList<>();
    urls.add(folder.toUri().toURL());
    for (Path entry : classPath) {
      urls.add(entry.toUri().toURL());
    }
    return urls.toArray(URL[]::new);
  }

  /** The interfaces that can be loaded: a source with a {@code main} needs none. */
  private static List<Class<?>> interfaces(ClassLoader loader) {
    List<Class<?>> found = new ArrayList<>();
    for (String name : INTERFACES) {
      try {
        found.add(Class.forName(name, false, loader));
      } catch (ClassNotFoundException e) {
        // Then nothing in the source can implement it.
      }
    }
    return found;
  }

  private static boolean isProvider(Class<?> candidate, List<Class<?>> interfaces) {
    return !Modifier.isAbstract(candidate.getModifiers())
        && interfaces.stream().anyMatch(one -> one.isAssignableFrom(candidate));
  }

  private static String checked(String file, Class<?> provider) throws SourceException {
    if (provider.isEnum()) {
      throw new SourceException(
          "%s: its provider %s is an enum, which has no instances but its constants. Make it a class."
              .formatted(file, provider.getSimpleName()));
    }
    try {
      return provider.getDeclaredConstructor().getName();
    } catch (NoSuchMethodException e) {
      throw new SourceException(
          "%s: its provider %s cannot be made: it has no constructor without parameters. Add one."
              .formatted(file, provider.getSimpleName()));
    }
  }

  private static boolean hasMain(Class<?> candidate) {
    try {
      Method main = candidate.getMethod("main", String[].class);
      return Modifier.isStatic(main.getModifiers()) && main.getReturnType() == void.class;
    } catch (NoSuchMethodException e) {
      return false;
    }
  }
}
