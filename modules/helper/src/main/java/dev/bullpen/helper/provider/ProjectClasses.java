package dev.bullpen.helper.provider;

import dev.bullpen.helper.job.HelperLog;
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
 * The classes of projects, one loader for each class path. A source that changes gets another
 * folder of classes, and so another loader. Static fields live as long as their class's loader. For
 * one thread at a time.
 *
 * <p>A JVM gives a native library to one class loader for as long as that lives, perhaps as long as
 * the JVM. A class of a later loader that needs the library can get it only in another JVM.
 */
final class ProjectClasses {
  private static final int MOST_CAUSES = 20;

  /** Enough for every provider of most projects. The least recently used loader goes. */
  static final int MAX_LOADERS = 64;

  private static final String JAR = ".jar";

  /** The JDK's message to the second loader. Libraries may pass it on in their exceptions. */
  private static final String TAKEN = "already loaded in another classloader";

  /** A class, and how to call it if it implements one of the interfaces for providers. */
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

  /**
   * By the names of {@link NetworkDefault#NAMES} that classes of projects have used, on any thread.
   */
  private final Map<String, NetworkDefault> defaults = new ConcurrentHashMap<>();

  private volatile boolean isLibraryTaken;
  private volatile int jars;

  /** Put back the defaults for network connections that a provider may have changed. */
  void restoreDefaults() {
    defaults.values().forEach(NetworkDefault::restore);
  }

  /** Whether all of them can be put back. */
  boolean areDefaultsRestorable() {
    return defaults.values().stream().allMatch(NetworkDefault::isRestorable);
  }

  /**
   * Have all classes of a class path loaded again. A loader never retries a class that could not be
   * loaded or initialized, even if what was missing is there now.
   */
  void renew(List<String> classPath) {
    Loader loader = loaders.remove(classPath);
    if (loader != null) {
      loader.forget();
      jars = countJars();
    }
  }

  /** Note what a provider has thrown, or what was thrown when its classes were loaded. */
  void note(Throwable thrown) {
    if (causes(thrown).anyMatch(ProjectClasses::saysTaken)) {
      isLibraryTaken = true;
    }
  }

  private static boolean saysTaken(Throwable thrown) {
    try {
      return Optional.ofNullable(thrown.getMessage()).orElse("").contains(TAKEN);
    } catch (Throwable e) { // its message is code of the provider
      return false;
    }
  }

  /** What was thrown, and its causes, which may form a circle. */
  static Stream<Throwable> causes(Throwable thrown) {
    return Stream.iterate(thrown, Objects::nonNull, Throwable::getCause).limit(MOST_CAUSES);
  }

  /** Whether a new loader can have its native libraries. If not, it must run in another JVM. */
  boolean areLoadable() {
    return !isLibraryTaken;
  }

  Loaded load(List<String> classPath, String name) throws ClassNotFoundException {
    Loader loader = loaders.get(classPath);
    if (loader == null) {
      loader = new Loader(classPath);
      loaders.put(classPath, loader);
      jars = countJars();
    }
    return loader.load(name);
  }

  /** How many jars may be open. Loaders open the same jar once. For any thread. */
  int jars() {
    return jars;
  }

  private int countJars() {
    return (int)
        loaders.keySet().stream()
            .flatMap(List::stream)
            .filter(place -> place.endsWith(JAR))
            .distinct()
            .count();
  }

  /** Sees the classes of the platform, of the API and of the project. */
  private final class Loader extends URLClassLoader {
    private static final ClassLoader PARENT = new ApiLoader();
    private static final String DRIVERS = "META-INF/services/java.sql.Driver";
    private static final String COMMENT = "#";

    static {
      registerAsParallelCapable(); // so that no lock is held while drivers are initialized
    }

    private final Map<String, Loaded> loaded = new HashMap<>();
    private volatile boolean hasDrivers;

    Loader(List<String> classPath) {
      super(urls(classPath), PARENT);
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

    Loaded load(String name) throws ClassNotFoundException {
      Loaded known = loaded.get(name);
      if (known == null) {
        Class<?> type = loadClass(name);
        known = new Loaded(type, ProviderCall.of(type));
        loaded.put(name, known);
      }
      return known;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (name.equals("java.sql.DriverManager")) {
        if (!hasDrivers) {
          hasDrivers = true; // the drivers will ask for that class, too
          registerDrivers();
        }
      } else if (NetworkDefault.NAMES.contains(name)) {
        defaults.computeIfAbsent(name, NetworkDefault::of);
      }
      return super.loadClass(name, resolve);
    }

    /**
     * Initialize the JDBC drivers that this loader finds and its parents do not, which registers
     * them. {@code DriverManager} searches for drivers once in the life of a JVM and gives each
     * caller only those of the caller's own loader, so it does not find those of later loaders.
     */
    private void registerDrivers() {
      try {
        for (URL file : Collections.list(findResources(DRIVERS))) {
          for (String driver : drivers(file)) {
            registerDriver(driver);
          }
        }
      } catch (IOException e) {
        System.err.println("helper: the drivers of a project cannot be found: " + e.getMessage());
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

    private void registerDriver(String driver) {
      try {
        Class.forName(driver, true, this);
      } catch (ClassNotFoundException | LinkageError e) {
        note(e); // as DriverManager does: code that needs this driver sees that there is none
      }
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
     * Without this, the JDK keeps every jar that a resource was read from, by its name and for all
     * loaders, and a jar that is replaced still yields its old resources.
     */
    private static void keepNoJars() {
      URLConnection.setDefaultUseCaches("jar", false);
    }

    void forget() {
      try {
        close();
      } catch (IOException e) {
        HelperLog.warn("a class path stays open: " + e.getMessage());
      }
    }
  }

  /** A project's classes see neither the helper's classes nor its libraries. */
  private static final class ApiLoader extends ClassLoader {
    private static final String API = "dev.bullpen.api.";

    ApiLoader() {
      super("api", ClassLoader.getPlatformClassLoader());
    }

    /** Filters, because the JDK's loaders also find classes in the helper's modules. */
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
   * A setting that a class of {@code java.net} keeps for all code of the JVM, as it was when a
   * class of a project first named that class. Before, no provider can have changed it.
   */
  private interface NetworkDefault {
    Set<String> NAMES =
        Set.of(
            "java.net.Authenticator",
            "java.net.CookieHandler",
            "java.net.CookieManager",
            "java.net.ProxySelector",
            "java.net.HttpURLConnection",
            "javax.net.ssl.HttpsURLConnection");

    void restore();

    /** Whether the JVM can be as it was before. If not, no other provider may run there. */
    default boolean isRestorable() {
      return true;
    }

    /** The setting as it is now, by one of the {@link #NAMES}. */
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

    /** The usual factory is made at its first use, because making it takes a while. */
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
  }

  /**
   * The source of names and passwords. The JDK keeps those that a server has accepted as long as
   * the JVM lives, and sends them to that server with every connection. So if a provider has set
   * another source, no other provider may make connections in this JVM.
   */
  private static final class DefaultAuthenticator implements NetworkDefault {
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
