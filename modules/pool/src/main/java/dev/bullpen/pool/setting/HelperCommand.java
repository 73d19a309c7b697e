package dev.bullpen.pool.setting;

import dev.bullpen.pool.job.JobRequest;
import dev.bullpen.posix.Errno;
import dev.bullpen.posix.PosixException;
import dev.bullpen.posix.log.LogFormat;
import dev.bullpen.posix.log.LogOutput;
import dev.bullpen.wire.FrameWriter;
import dev.bullpen.wire.Safeguard;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How a helper JVM is started.
 *
 * @param argv the JVM with its flags, as absolute paths
 * @param environment its whole environment, except the markers that the pool adds
 */
public record HelperCommand(List<String> argv, Map<String, String> environment) {
  /** From this JDK on, a flag allows native libraries. Older ones do not know it. */
  private static final int ASKS_FOR_NATIVE_ACCESS = 24;

  /** The last JDK known to map archives in place, so that all helpers share their 9 MiB. */
  private static final int MAPS_IN_PLACE = 25;

  private static final Logger LOG = System.getLogger("bullpen.pool");

  /** The variable for the folder of temporary files; see environ(7). */
  public static final String TEMPORARY = "TMPDIR";

  /** The value {@value #SHARED} means that jobs have no temporary folders of their own. */
  private static final String WHOSE_TEMPORARY = "BULLPEN_JOB_TMPDIR";

  private static final String SHARED = "shared";

  /** Variables of the server that a helper may need. Jobs bring their own. */
  private static final List<String> INHERITED =
      List.of(
          "PATH",
          "HOME",
          TEMPORARY,
          "LANG",
          "LC_ALL",
          "LC_CTYPE",
          WHOSE_TEMPORARY,
          LogFormat.VARIABLE,
          Safeguard.VARIABLE);

  private static final String MAX_HEAP = "-Xmx";
  private static final long MEBIBYTE = 1024 * 1024;

  /** A provider that every helper has. */
  private static final String REHEARSAL = "dev.bullpen.helper.provider.ProviderRehearsal";

  private static final String HELPER = "dev.bullpen.helper";

  /** System property of a helper: the soft limit of open files for scripts. */
  private static final String OPEN_FILES = "bullpen.files";

  /** Beside the folder with a helper's jars: identifies the build of these and all other jars. */
  private static final String BUILD = "build-id";

  /** For tests only, see {@link Safeguard}: a program to start in place of the JVM. */
  public static final String STAND_IN = "BULLPEN_TEST_HELPER";

  /**
   * @param home the distribution; the jars of a helper are in {@code lib/helper}
   * @param archive a class archive made for this JDK, if there is one
   * @param mebibytes the heap's maximum size
   * @param server the server's environment
   */
  public static HelperCommand of(
      Path home, Optional<Path> archive, int mebibytes, Map<String, String> server) {
    Map<String, String> environment = environment(server);
    if (Safeguard.isUnderTest() && server.containsKey(STAND_IN)) {
      return new HelperCommand(List.of(server.get(STAND_IN)), environment);
    }
    List<String> argv = new ArrayList<>();
    argv.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    argv.addAll(flags(home, mebibytes));
    argv.addAll(flagsOf(Runtime.version().feature(), archive));
    if (Safeguard.isUnderTest()) {
      argv.add("-D" + Safeguard.PROPERTY + "=true");
    }
    argv.addAll(
        List.of(
            // Providers are compiled against all modules, so they may use all.
            "--add-modules",
            "ALL-DEFAULT",
            "-p",
            home.resolve("lib/helper").toString(),
            "-m",
            HELPER + "/dev.bullpen.helper.Main"));
    return new HelperCommand(argv, environment);
  }

  private static Map<String, String> environment(Map<String, String> server) {
    Map<String, String> environment = new HashMap<>();
    for (String name : INHERITED) {
      if (server.containsKey(name)) {
        environment.put(name, server.get(name));
      }
    }
    LogOutput.absolute(server).ifPresent(file -> environment.put(LogOutput.VARIABLE, file));
    Encodings.nameFiles(environment);
    return environment;
  }

  private static List<String> flags(Path home, int mebibytes) {
    List<String> flags =
        new ArrayList<>(
            List.of(
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                // A start runs most code once; jobs run Bullpen's code and JNA's repeatedly.
                "-XX:CompileThresholdScaling=1.5",
                "-XX:CompileCommand=quiet",
                "-XX:CompileCommand=CompileThresholdScaling,dev.bullpen.*::*,0.1",
                "-XX:CompileCommand=CompileThresholdScaling,com.sun.jna.*::*,0.1",
                "-Xms8m",
                "-Xmx" + mebibytes + "m",
                "-Xss512k",
                "-XX:-ShrinkHeapInSteps",
                "-XX:MaxHeapFreeRatio=40",
                // Allows arrays as long as a frame.
                "-XX:TLABWasteTargetPercent=5",
                "-XX:-UsePerfData",
                "-XX:-MaxFDLimit",
                "-XX:+ExitOnOutOfMemoryError",
                "-Xlog:disable",
                "-Xlog:all=error:stderr",
                "-Dbullpen.home=" + home));
    flags.addAll(Encodings.flags());
    // The default since JDK 18: a provider cannot set one, which later jobs would inherit.
    flags.add("-Djava.security.manager=disallow");
    // For the variables of System.getenv, from which a project's main(String[]) reads its job.
    flags.add("--add-opens=java.base/java.lang=dev.bullpen.helper");
    return flags;
  }

  /**
   * @param feature the JDK's version
   */
  private static List<String> flagsOf(int feature, Optional<Path> archive) {
    List<String> flags = new ArrayList<>();
    if (feature >= ASKS_FOR_NATIVE_ACCESS) {
      flags.add("--enable-native-access=com.sun.jna");
    }
    if (feature <= MAPS_IN_PLACE) {
      flags.addAll(List.of("-XX:+UnlockDiagnosticVMOptions", "-XX:ArchiveRelocationMode=0"));
    }
    if (archive.filter(Files::isRegularFile).isPresent()) { // ignored silently if it does not fit
      if (feature < ASKS_FOR_NATIVE_ACCESS) {
        flags.add("-XX:SharedArchiveFile=" + archive.get());
      } else {
        String topic = feature == ASKS_FOR_NATIVE_ACCESS ? "cds" : "aot";
        flags.addAll(List.of("-XX:AOTCache=" + archive.get(), "-Xlog:" + topic + "*=off:stderr"));
      }
    }
    return flags;
  }

  /**
   * The most bytes of a job. While a frame is read, the helper's heap has it twice, each time as
   * one array. The old generation, which is two thirds of the heap, must have room for them.
   */
  public long maxJobBytes() {
    return argv.stream()
        .filter(word -> word.startsWith(MAX_HEAP) && word.endsWith("m"))
        .map(word -> word.substring(MAX_HEAP.length(), word.length() - 1))
        .mapToLong(mebibytes -> Long.parseLong(mebibytes) * MEBIBYTE / 4 + MEBIBYTE)
        .map(most -> Math.min(most, FrameWriter.MAX_PAYLOAD_BYTES - MEBIBYTE))
        .findAny()
        .orElse(FrameWriter.MAX_PAYLOAD_BYTES - MEBIBYTE);
  }

  /**
   * The same command with another limit of open files, for a server that has raised its own. The
   * helper sets the limit before it starts anything.
   *
   * @param soft the original soft limit
   */
  public HelperCommand withOpenFiles(long soft) {
    List<String> words = new ArrayList<>(argv);
    words.add(1, "-D" + OPEN_FILES + "=" + soft);
    return new HelperCommand(words, environment);
  }

  /** A provider of the helper itself that does nothing; empty if the command is not the helper. */
  public Optional<JobRequest.Program> rehearsal() {
    return modules()
        .flatMap(folder -> ModuleFinder.of(folder).find(HELPER))
        .flatMap(ModuleReference::location)
        .map(jar -> new JobRequest.Program(List.of(REHEARSAL), List.of(Path.of(jar).toString())));
  }

  /** Empty if the command is not the helper. */
  private Optional<Path> modules() {
    int option = argv.indexOf("-p");
    return option < 0 ? Optional.empty() : Optional.of(Path.of(argv.get(option + 1)));
  }

  /**
   * Identifies the build on disk now; "" if there is none. Empty if that is unknown, for example
   * because no descriptor is left to read it.
   */
  public Optional<String> build() {
    Optional<Path> modules = modules();
    try {
      return modules.isPresent()
          ? Optional.of(Files.readString(modules.get().resolveSibling(BUILD)))
          : Optional.empty();
    } catch (NoSuchFileException e) {
      return Optional.of("");
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /**
   * Why no helper of this server's build can be started, and what to do; empty if one can, or if
   * that is unknown.
   *
   * @param ours the build when this server was started
   */
  public Optional<String> objection(Optional<String> ours) {
    Optional<String> now = build();
    return now.isEmpty() || ours.isEmpty() || now.equals(ours)
        ? Optional.empty()
        : Optional.of(
            "Bullpen in %s was replaced after this server was started; restart the server"
                .formatted(modules().map(Path::getParent).map(Path::getParent).orElseThrow()));
  }

  /**
   * The command of a helper whose JVM makes temporary files in this folder. The JVM accepts the
   * folder only on its command line.
   */
  public List<String> argvWith(Path temporary) {
    if (!argv.get(0).endsWith("/bin/java")) {
      return argv; // another program, for tests
    }
    List<String> all = new ArrayList<>(argv);
    all.add(1, "-Djava.io.tmpdir=" + temporary);
    return all;
  }

  /** Whether each job has its own folder for temporary files; otherwise all share the server's. */
  public boolean givesTemporaryFolders() {
    return !environment.getOrDefault(WHOSE_TEMPORARY, "").equals(SHARED);
  }

  /** Why a helper could not be started, and what to do. */
  public String explain(PosixException failure) {
    return failure.errno() == Errno.ENOENT
        ? failure.getMessage()
            + "; if Java was updated or moved since this server was started, restart the server"
        : failure.getMessage();
  }

  /** The folder for temporary files of helpers, and of the programs they start. */
  public Path temporaryFolder() {
    return temporaryFolder(environment);
  }

  /** The folder for temporary files according to an environment. */
  public static Path temporaryFolder(Map<String, String> environment) {
    return Optional.ofNullable(environment.get(TEMPORARY))
        .flatMap(HelperCommand::path)
        .filter(path -> path.isAbsolute() && Files.isDirectory(path))
        .orElse(Path.of(System.getProperty("java.io.tmpdir")));
  }

  /** Empty if no file can have this name, for example in a locale without its letters. */
  private static Optional<Path> path(String name) {
    try {
      return Optional.of(Path.of(name));
    } catch (InvalidPathException e) {
      LOG.log(
          Level.WARNING,
          "TMPDIR is not used, because its name does not fit the locale. Set LC_ALL=C.UTF-8: "
              + e.getMessage());
      return Optional.empty();
    }
  }
}
