package dev.bullpen.compiler;

import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Which class of a source is the provider. Classes are looked at and not initialized, so nothing of
 * the source runs.
 *
 * @param file the source's name, for messages
 * @param folder its class files
 */
record ProviderSearch(String file, Path folder, List<Path> classPath) {
  /** What a provider may be. */
  static final List<String> INTERFACES =
      List.of(
          "dev.bullpen.api.CompletionProvider",
          "dev.bullpen.api.Tool",
          "dev.bullpen.api.Prompt",
          "dev.bullpen.api.ResourceReader");

  /** The first that is one by its interface, else the first with a {@code main}. */
  String among(List<String> names) throws IOException, SourceException {
    try (URLClassLoader loader = new URLClassLoader(urls(), ClassLoader.getPlatformClassLoader())) {
      List<Class<?>> interfaces = interfaces(loader);
      List<Class<?>> classes = new ArrayList<>();
      for (String name : names) {
        classes.add(Class.forName(name, false, loader));
      }
      for (Class<?> candidate : classes) {
        if (isProvider(candidate, interfaces)) {
          return checked(candidate);
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
          "%s: a jar in lib is refused: %s. Mend what it says of its signature, or of packages it seals."
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

  /** Those that are there: a source with a {@code main} needs none. */
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

  private String checked(Class<?> provider) throws SourceException {
    if (provider.isEnum()) {
      throw new SourceException(
          "%s: its provider %s is an enum, of which nobody can make another. Make it a class."
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
