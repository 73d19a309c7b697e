package dev.bullpen.project.catalog;

import dev.bullpen.project.file.Absence;
import dev.bullpen.project.file.Layout;
import dev.bullpen.project.registration.HookReader;
import dev.bullpen.project.registration.Registration;
import dev.bullpen.project.registration.RegistrationException;
import dev.bullpen.project.registration.RegistrationReader;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * What a project registers: {@code register.json}, else {@code register.sh}. With {@code
 * MCPBASH_STATIC_REGISTRY=1} what {@code register.json} leaves open is taken from the caches, and
 * {@code register.sh} counts only for kinds that have no good cache; its completions, which are not
 * cached, count only while a kind has none.
 */
public final class Registrations {
  private static final Logger LOG = System.getLogger("bullpen.register");

  private final Layout layout;
  private final Map<String, String> env;
  private final RegistryCache cache;
  private final HookReader hook;
  private final AtomicBoolean staticModeSaid = new AtomicBoolean();
  private volatile boolean hookAsked;

  public Registrations(
      Layout layout, Map<String, String> env, RegistryCache cache, HookReader hook) {
    this.layout = layout;
    this.env = env;
    this.cache = cache;
    this.hook = hook;
  }

  Registration read(long now, Consumer<String> problems) throws RegistrationException {
    hookAsked = false;
    Registration declared = RegistrationReader.read(layout, env, problems);
    Registration cached = RegistryCache.isStatic(env) ? cache.read(problems) : Registration.NONE;
    if (RegistryCache.isStatic(env) && staticModeSaid.compareAndSet(false, true)) {
      LOG.log(Level.INFO, "Static registry mode active: {0} is served as it is", cache.folder());
      cache.remark().ifPresent(remark -> LOG.log(Level.WARNING, remark));
    }
    Registration all = declared.or(cached);
    if (isDeclared() || cached.isWhole()) {
      return all;
    }
    hookAsked = true;
    return all.or(hook.read(now, problems));
  }

  /** Whether what was read last came, or failed to come, from a hook whose time is over. */
  boolean isOld(long now) {
    return hookAsked && hook.isOld(now);
  }

  /** Whether what was read last came, or failed to come, from a hook. */
  boolean isByHook() {
    return hookAsked;
  }

  /**
   * That {@code register.sh} is not run although nothing is wrong with it, and that a static
   * registry lacks a file.
   */
  public List<String> remarks() {
    return Stream.concat(
            RegistryCache.isStatic(env) ? cache.remark().stream() : Stream.empty(),
            isDeclared() ? Stream.empty() : hook.remark().stream())
        .toList();
  }

  private boolean isDeclared() {
    return !Absence.isCertain(layout.server().path().resolve(Registration.DECLARED));
  }
}
