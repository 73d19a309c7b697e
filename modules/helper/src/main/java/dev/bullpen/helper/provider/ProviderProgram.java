package dev.bullpen.helper.provider;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One run of a class of the project. */
public final class ProviderProgram {
  private final ProjectClasses classes;
  private final List<String> classPath;
  private final String name;
  private final List<String> arguments;

  /**
   * A run to be.
   *
   * @param argv the class's name, then the arguments
   */
  public ProviderProgram(ProjectClasses classes, List<String> classPath, List<String> argv) {
    this.classes = classes;
    this.classPath = classPath;
    this.name = argv.get(0);
    this.arguments = argv.subList(1, argv.size());
  }

  /**
   * Run it on this thread, to its end.
   *
   * @throws Throwable whatever it throws, or what keeps it from being loaded
   */
  public void run(Map<String, String> environment, Ports ports, ProviderOutput output)
      throws Throwable {
    try {
      call(environment, ports, output);
    } catch (Throwable e) {
      classes.heed(e);
      if (isOfLoading(e)) {
        classes.renew(classPath);
      }
      throw e;
    }
  }

  /**
   * Whether a class could not be loaded, linked or initialized, or may not have been: what an
   * initializer throws is not wrapped if it is an error (JLS, section 12.4.2).
   */
  private static boolean isOfLoading(Throwable thrown) {
    return Causes.any(
        thrown, cause -> cause instanceof Error || cause instanceof ClassNotFoundException);
  }

  private void call(Map<String, String> environment, Ports ports, ProviderOutput output)
      throws Throwable {
    ProjectClasses.Loaded loaded = classes.load(classPath, name);
    Thread.currentThread().setContextClassLoader(loaded.type().getClassLoader());
    Optional<ProviderCall> call = loaded.call();
    if (call.isPresent()) {
      output.result(call.get().run(arguments, environment, ports));
      return;
    }
    Method main = main(loaded.type());
    output.printedIsResult();
    JobEnvironment entered = JobEnvironment.enter(environment);
    try {
      main.invoke(null, (Object) arguments.toArray(String[]::new));
    } catch (InvocationTargetException e) {
      throw e.getCause();
    } finally {
      entered.leave();
    }
  }

  /** As the compiler has looked for it: inherited ones count, too. */
  private static Method main(Class<?> type) {
    try {
      Method main = type.getMethod("main", String[].class);
      if (Modifier.isStatic(main.getModifiers())) {
        main.setAccessible(true); // its class need not be public
        return main;
      }
    } catch (NoSuchMethodException e) {
      // As said below.
    }
    throw new IllegalArgumentException(
        "%s is no provider: it implements no interface of dev.bullpen.api and has no public static void main(String[])"
            .formatted(type.getName()));
  }
}
