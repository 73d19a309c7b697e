package dev.bullpen.helper.provider;

import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One run of a class of the project. */
final class ProviderProgram {
  private final ProjectClasses classes;
  private final List<String> classPath;
  private final String name;
  private final List<String> arguments;

  /** The first of {@code argv} is the name of the class. */
  ProviderProgram(ProjectClasses classes, List<String> classPath, List<String> argv) {
    this.classes = classes;
    this.classPath = classPath;
    this.name = argv.get(0);
    this.arguments = argv.subList(1, argv.size());
  }

  /**
   * Run it on this thread, to its end. Throws what it throws, or what keeps it from being loaded.
   */
  void run(Map<String, String> environment, Ports ports, PrintedOutput output) throws Throwable {
    try {
      call(environment, ports, output);
    } catch (Throwable e) {
      classes.note(e);
      if (isOfLoading(e)) {
        classes.renew(classPath);
      }
      throw e;
    }
  }

  /**
   * Whether a class may not have been loaded or initialized. Such an {@link Error} is thrown bare
   * (JLS 12.4.2).
   */
  private static boolean isOfLoading(Throwable thrown) {
    return ProjectClasses.causes(thrown)
        .anyMatch(cause -> cause instanceof Error || cause instanceof ClassNotFoundException);
  }

  private void call(Map<String, String> environment, Ports ports, PrintedOutput output)
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

  /** Found as the compiler finds it: an inherited one counts, too. */
  private static Method main(Class<?> type) {
    try {
      Method main = type.getMethod("main", String[].class);
      if (Modifier.isStatic(main.getModifiers())) {
        main.setAccessible(true); // its class need not be public
        return main;
      }
    } catch (NoSuchMethodException e) {
      // The class is no provider.
    }
    throw new IllegalArgumentException(
        "%s is no provider: it implements no interface of dev.bullpen.api and has no public static void main(String[])"
            .formatted(type.getName()));
  }

  /**
   * What {@link System#getenv} and {@link ProcessBuilder#environment} return during one run of a
   * {@code main}, which has no other way to the variables of its job.
   *
   * <p>The JDK keeps the environment of its start in two maps of {@code
   * java.lang.ProcessEnvironment} (POSIX). This class replaces their content; the helper's command
   * opens that package to it. The environment of the process itself (environ(7)) stays as it is.
   */
  private static final class JobEnvironment {
    private final Map<Object, Object> environment;
    private final Map<Object, Object> before;

    private JobEnvironment(Map<Object, Object> environment) {
      this.environment = environment;
      this.before = new HashMap<>(environment);
    }

    static JobEnvironment enter(Map<String, String> variables) throws ReflectiveOperationException {
      Class<?> type = Class.forName("java.lang.ProcessEnvironment");
      Field field = type.getDeclaredField("theEnvironment");
      field.setAccessible(true);
      @SuppressWarnings("unchecked") // Variable → Value, neither of which can be named here
      Map<Object, Object> map = (Map<Object, Object>) field.get(null);
      JobEnvironment entered = new JobEnvironment(map);
      Method name = valueOf("java.lang.ProcessEnvironment$Variable");
      Method value = valueOf("java.lang.ProcessEnvironment$Value");
      map.clear();
      for (Map.Entry<String, String> variable : variables.entrySet()) {
        map.put(name.invoke(null, variable.getKey()), value.invoke(null, variable.getValue()));
      }
      return entered;
    }

    private static Method valueOf(String type) throws ReflectiveOperationException {
      Method method = Class.forName(type).getDeclaredMethod("valueOf", String.class);
      method.setAccessible(true);
      return method;
    }

    void leave() {
      environment.clear();
      environment.putAll(before);
    }
  }
}
