package dev.bullpen.helper.provider;

import dev.bullpen.helper.log.HelperLog;
import java.io.IOException;
import java.io.InputStream;
import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.HttpURLConnection;
import java.net.MalformedURLException;
import java.net.ProxySelector;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import javax.net.ssl.HostnameVerifier;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLSocketFactory;

/**
 * The classes of projects, one loader for each class path: a source that changes gets another
 * folder of classes, and so another loader. What a class keeps in its static fields lives as long
 * as its loader. For one thread at a time.
 */
final class ProjectClasses {
  private static final int MOST_CAUSES = 20;

  /** Enough for every provider of most projects; the one not used for longest goes. */
  static final int MAX_LOADERS = 64;

  private static final String JAR = ".jar";

  /**
   * A class, ready to be run.
   *
   * @param call how, if it implements one of the interfaces for providers
   */
  record Loaded(Class<?> type, Optional<ProviderCall> call) {}

  private final Map<List<String>, Loader> loaders =
      new LinkedHashMap<>(MAX_LOADERS, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<List<String>, Loader> eldest) {
          boolean many = size() > MAX_LOADERS;
          if (many) {
            eldest.getValue().forget();
          }
          return many;
        }
      };

  /** What puts back the defaults of the classes that have been named, by any thread. */
  private final Map<String, NetworkDefault> defaults = new ConcurrentHashMap<>();

  private final NativeLibraries libraries = new NativeLibraries();

  private volatile int jars;

  /** Put back what those who make connections may have changed for everybody in the JVM. */
  void restoreDefaults() {
    defaults.values().forEach(NetworkDefault::restore);
  }

  /** Whether that leaves nothing of how they were. */
  boolean areDefaultsRestorable() {
    boolean restorable = true;
    for (NetworkDefault kept : defaults.values()) { // after each provider, and mostly of none
      restorable &= kept.isRestorable();
    }
    return restorable;
  }

  /**
   * Whoever comes next loads all of them again: a class that could not be loaded or initialized
   * once never is by the same loader, even if what was missing is there now.
   */
  void renew(List<String> classPath) {
    Loader loader = loaders.remove(classPath);
    if (loader != null) {
      loader.forget();
      jars = countJars();
    }
  }

  void note(Throwable thrown) {
    libraries.note(thrown);
  }

  /** Whether a new loader can have what it needs; if not, another JVM is to be asked. */
  boolean areLoadable() {
    return !libraries.areWantedElsewhere();
  }

  Loaded load(List<String> classPath, String name) throws ClassNotFoundException {
    Loader loader = loaders.get(classPath);
    if (loader == null) {
      loader = new Loader(classPath, defaults, libraries);
      loaders.put(classPath, loader);
      jars = countJars();
    }
    return loader.load(name);
  }

  /** How many may be open; loaders open the same one once. For any thread. */
  int jars() {
    return jars;
  }

  private int countJars() {
    Set<String> all = new HashSet<>();
    for (List<String> classPath : loaders.keySet()) {
      for (String place : classPath) {
        if (place.endsWith(JAR)) {
          all.add(place);
        }
      }
    }
    return all.size();
  }

  /** Sees the platform's classes, those providers are written against, and the project's. */
  private static final class Loader extends URLClassLoader {
    private static final ClassLoader PARENT = new ApiLoader();

    static {
      registerAsParallelCapable(); // so that no lock is held while drivers are initialized
    }

    private final Map<String, Loaded> loaded = new HashMap<>();
    private final Map<String, NetworkDefault> defaults;
    private final NativeLibraries libraries;
    private volatile boolean hasDrivers;

    Loader(
        List<String> classPath, Map<String, NetworkDefault> defaults, NativeLibraries libraries) {
      super(urls(classPath), PARENT);
      this.defaults = defaults;
      this.libraries = libraries;
    }

    private static URL[] urls(List<String> classPath) {
      URL[] urls = new URL[classPath.size()];
      try {
        for (int i = 0; i < urls.length; i++) {
          urls[i] = Path.of(classPath.get(i)).toUri().toURL();
        }
      } catch (MalformedURLException e) {
        throw new IllegalStateException("a file's URI is a URL", e);
      }
      return urls;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      switch (name) {
        case "java.sql.DriverManager" -> {
          if (!hasDrivers) {
            hasDrivers = true; // the drivers will ask for that class, too
            JdbcDrivers.register(this, libraries);
          }
        }
        case "java.net.Authenticator",
            "java.net.CookieHandler",
            "java.net.CookieManager",
            "java.net.ProxySelector",
            "java.net.HttpURLConnection",
            "javax.net.ssl.HttpsURLConnection" ->
            defaults.computeIfAbsent(name, NetworkDefault::of);
        default -> {} // holds nothing that is for all
      }
      return super.loadClass(name, resolve);
    }

    @Override
    public URL findResource(String name) {
      keepNoJars();
      return super.findResource(name);
    }

    @Override
    public Enumeration<URL> findResources(String name) throws IOException {
      keepNoJars();
      return super.findResources(name);
    }

    /**
     * Else the JDK keeps every jar that a resource was read from, by its name and for all loaders,
     * and the resources of one that is replaced stay the old ones.
     */
    private static void keepNoJars() {
      URLConnection.setDefaultUseCaches("jar", false);
    }

    Loaded load(String name) throws ClassNotFoundException {
      Loaded known = loaded.get(name);
      if (known == null) {
        Class<?> type = loadClass(name);
        known = new Loaded(type, ProviderCall.of(type));
        loaded.put(name, known);
      }
      return known;
    }

    void forget() {
      try {
        close();
      } catch (IOException e) {
        HelperLog.warn("a class path stays open: " + e.getMessage());
      }
    }
  }

  /** A project's classes cannot see the helper's, nor the libraries it uses. */
  private static final class ApiLoader extends ClassLoader {
    private static final String API = "dev.bullpen.api.";

    ApiLoader() {
      super("api", ClassLoader.getPlatformClassLoader());
    }

    /** The JDK's loaders find what is in any module of the helper's, too. */
    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      Class<?> found = super.loadClass(name, resolve);
      if (found.getClassLoader() == ProjectClasses.class.getClassLoader()
          && !name.startsWith(API)
          && !isOfTheJdk(found.getModule())) {
        throw new ClassNotFoundException(name);
      }
      return found;
    }

    private static boolean isOfTheJdk(Module module) {
      return module.isNamed()
          && (module.getName().startsWith("java.") || module.getName().startsWith("jdk."));
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      if (name.startsWith(API)) {
        return ProjectClasses.class.getClassLoader().loadClass(name);
      }
      throw new ClassNotFoundException(name);
    }
  }

  /**
   * The JDBC drivers in a project's libraries. {@code DriverManager} looks for drivers once in the
   * life of a JVM, and gives each caller only those of the caller's own loader: those of every
   * later loader it does not find. So they are initialized, which registers them, when classes of a
   * loader first name it.
   */
  private static final class JdbcDrivers {
    private static final String SERVICE = "META-INF/services/java.sql.Driver";
    private static final String COMMENT = "#";

    private JdbcDrivers() {}

    /** Those which that loader itself finds, and not its parents. */
    static void register(URLClassLoader loader, NativeLibraries libraries) {
      try {
        for (URL file : Collections.list(loader.findResources(SERVICE))) {
          for (String driver : drivers(file)) {
            register(driver, loader, libraries);
          }
        }
      } catch (IOException e) {
        System.err.println("helper: drivers cannot be looked for: " + e.getMessage());
      }
    }

    private static List<String> drivers(URL file) throws IOException {
      try (InputStream in = file.openStream()) {
        return new String(in.readAllBytes(), StandardCharsets.UTF_8)
            .lines()
            .map(line -> (line + COMMENT).substring(0, (line + COMMENT).indexOf(COMMENT)).strip())
            .filter(name -> !name.isEmpty())
            .toList();
      }
    }

    private static void register(String driver, ClassLoader loader, NativeLibraries libraries) {
      try {
        Class.forName(driver, true, loader);
      } catch (ClassNotFoundException | LinkageError e) {
        // As DriverManager does: others may do, and who needs this one hears that there is none.
        libraries.note(e);
      }
    }
  }

  /**
   * The libraries with native code that classes of projects have loaded. A JVM gives each to one
   * class loader for as long as that lives, and who was there first may live as long as the JVM:
   * who comes later, by the next version of a source or by another, gets it in another JVM only.
   */
  private static final class NativeLibraries {
    /** What the JDK says to the second; libraries may pass it on in their exceptions. */
    private static final String TAKEN = "already loaded in another classloader";

    private volatile boolean wantedElsewhere;

    void note(Throwable thrown) {
      if (causes(thrown).anyMatch(NativeLibraries::saysTaken)) {
        wantedElsewhere = true;
      }
    }

    private static boolean saysTaken(Throwable thrown) {
      try {
        return Optional.ofNullable(thrown.getMessage()).orElse("").contains(TAKEN);
      } catch (Throwable e) { // its message is the provider's, as it is
        return false;
      }
    }

    boolean areWantedElsewhere() {
      return wantedElsewhere;
    }
  }

  /** What was thrown, and its causes, which may go round in a circle. */
  static Stream<Throwable> causes(Throwable thrown) {
    return Stream.iterate(thrown, Objects::nonNull, Throwable::getCause).limit(MOST_CAUSES);
  }

  /**
   * What a class of {@code java.net} keeps for everybody in the JVM, as it was when classes of a
   * project first named that class: until then none can have changed it, and a helper need not load
   * it.
   */
  private interface NetworkDefault {
    void restore();

    /** Whether the JVM is as before with it; else no other provider is to run there. */
    default boolean isRestorable() {
      return true;
    }

    /**
     * As it is.
     *
     * @param name one of those in {@code ProjectClasses}
     */
    static NetworkDefault of(String name) {
      return switch (name) {
        case "java.net.Authenticator" -> new DefaultAuthenticator();
        case "java.net.CookieHandler", "java.net.CookieManager" -> {
          CookieHandler before = CookieHandler.getDefault();
          yield () -> CookieHandler.setDefault(before);
        }
        case "java.net.ProxySelector" -> {
          ProxySelector before = ProxySelector.getDefault();
          yield () -> ProxySelector.setDefault(before);
        }
        case "java.net.HttpURLConnection" -> redirects();
        case "javax.net.ssl.HttpsURLConnection" -> https();
        default -> throw new IllegalArgumentException(name);
      };
    }

    private static NetworkDefault redirects() {
      boolean before = HttpURLConnection.getFollowRedirects();
      return () -> HttpURLConnection.setFollowRedirects(before);
    }

    /** The usual factory is made when it is first wanted, which takes a while; so it is not now. */
    private static NetworkDefault https() {
      NetworkDefault redirects = redirects();
      HostnameVerifier before = HttpsURLConnection.getDefaultHostnameVerifier();
      return () -> {
        redirects.restore();
        HttpsURLConnection.setDefaultHostnameVerifier(before);
        HttpsURLConnection.setDefaultSSLSocketFactory(
            (SSLSocketFactory) SSLSocketFactory.getDefault());
      };
    }

    /**
     * Who is asked for names and passwords. What a server has accepted of them the JDK keeps for as
     * long as the JVM lives, and sends to that server again whoever asks for a connection; so
     * nobody else is to ask where there has been another than before.
     */
    final class DefaultAuthenticator implements NetworkDefault {
      private final Authenticator before = Authenticator.getDefault();
      private volatile boolean changed;

      @Override
      public void restore() {
        if (Authenticator.getDefault() != before) {
          changed = true;
          Authenticator.setDefault(before);
        }
      }

      @Override
      public boolean isRestorable() {
        return !changed && Authenticator.getDefault() == before;
      }
    }
  }
}
