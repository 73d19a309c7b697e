package dev.bullpen.helper.provider;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.Map;

/**
 * What {@link System#getenv} and {@link ProcessBuilder#environment} tell for the time of one run of
 * a {@code main}, which has no other way to its job.
 *
 * <p>The JDK keeps the environment of its start in two maps of {@code java.lang.ProcessEnvironment}
 * (POSIX), which this exchanges the content of; the helper's command opens that package to it. The
 * environment of the process itself (environ(7)) stays as it is.
 */
final class JobEnvironment {
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
