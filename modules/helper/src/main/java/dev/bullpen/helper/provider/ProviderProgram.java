package dev.bullpen.helper.provider;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
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

  private static Method main(Class<?> type) {
    try {
      Method main = type.getDeclaredMethod("main", String[].class);
      main.setAccessible(true);
      return main;
    } catch (NoSuchMethodException e) {
      throw new IllegalArgumentException(
          "%s is no provider: it implements no interface of dev.bullpen.api and has no main(String[])"
              .formatted(type.getName()));
    }
  }
}
