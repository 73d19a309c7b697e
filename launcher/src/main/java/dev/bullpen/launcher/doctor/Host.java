package dev.bullpen.launcher.doctor;

import dev.bullpen.launcher.Home;
import dev.bullpen.posix.SystemCalls;
import dev.bullpen.posix.cgroup.Cgroup;
import dev.bullpen.posix.log.Cause;
import dev.bullpen.posix.proc.Self;
import dev.bullpen.project.file.SearchPath;
import java.io.IOException;
import java.lang.module.ModuleFinder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Checks what a server needs from its host. */
record Host(Home home, Map<String, String> environment) {
  /** A server with two helpers has some forty open files; each helper and script needs more. */
  private static final long FEW_FILES = 256;

  private static final long TOO_FEW_FILES = 64;

  /** Threads count too: a server with four helpers has some sixty. */
  private static final long FEW_PROCESSES = 256;

  private static final long TOO_FEW_PROCESSES = 60;

  private static final Path LIMITS = Path.of("/proc/self/limits");

  /** The interpreters that scripts use most often. */
  private static final List<String> INTERPRETERS = List.of("bash", "python3", "node");

  List<Finding> check() {
    List<Finding> findings = new ArrayList<>();
    findings.add(java());
    findings.add(compiler());
    findings.add(system());
    findings.add(user());
    findings.add(limit("open files", "-n", "Max open files", FEW_FILES, TOO_FEW_FILES));
    findings.add(limit("processes", "-u", "Max processes", FEW_PROCESSES, TOO_FEW_PROCESSES));
    findings.add(temporaryFolder());
    findings.add(locale());
    findings.add(cgroups());
    INTERPRETERS.forEach(name -> findings.add(interpreter(name)));
    return findings;
  }

  private static Finding java() {
    return Finding.ok(
        "Java", "%s in %s".formatted(Runtime.version(), System.getProperty("java.home")));
  }

  private static Finding compiler() {
    return ModuleFinder.ofSystem().find("jdk.compiler").isPresent()
        ? Finding.ok("compiler", "tools in .java files can be compiled")
        : Finding.warning(
            "compiler",
            "this Java has none",
            "To run tools in .java files, set JAVA_HOME to a JDK instead of a JRE.");
  }

  private static Finding system() {
    String name =
        "%s %s, %s"
            .formatted(
                System.getProperty("os.name"),
                System.getProperty("os.version"),
                System.getProperty("os.arch"));
    return SystemCalls.failure()
        .map(
            failure ->
                Finding.error(
                    "system",
                    name + ": " + failure,
                    "Bullpen needs macOS, or Linux with glibc 2.29 or newer, and a mount without noexec."))
        .orElseGet(() -> Finding.ok("system", name));
  }

  private static Finding user() {
    if (SystemCalls.failure().isPresent()) {
      return Finding.warning("user", "unknown without system calls", "See system.");
    }
    return Self.isRoot()
        ? Finding.warning(
            "user",
            "root, so every script may do anything on this machine",
            "Run the server as a user of its own.")
        : Finding.ok("user", "not root");
  }

  /** Checks a soft limit. A server raises only that of open files, and only over HTTP. */
  private static Finding limit(String what, String flag, String row, long few, long tooFew) {
    OptionalLong limit = softLimit(row);
    if (limit.isEmpty()) {
      return Finding.ok(what, "no limit is known");
    }
    String fact = "at most %d (ulimit %s)".formatted(limit.getAsLong(), flag);
    if (limit.getAsLong() < tooFew) {
      return Finding.error(what, fact, "A server needs %d at least. Raise it.".formatted(tooFew));
    }
    return limit.getAsLong() < few
        ? Finding.warning(
            what, fact, "This allows only a few scripts at a time. Raise it to %d.".formatted(few))
        : Finding.ok(what, fact);
  }

  private static OptionalLong softLimit(String row) {
    try {
      Matcher found =
          Pattern.compile("(?m)^" + row + " +(\\d+)")
              .matcher(Files.readString(LIMITS, StandardCharsets.ISO_8859_1));
      return found.find() ? OptionalLong.of(Long.parseLong(found.group(1))) : OptionalLong.empty();
    } catch (IOException | NumberFormatException e) {
      return OptionalLong.empty(); // not Linux, or no limit
    }
  }

  private Finding temporaryFolder() {
    String named = environment.getOrDefault("TMPDIR", "");
    String folder = named.isEmpty() ? "/tmp" : named;
    try {
      Files.delete(Files.createTempFile(Path.of(folder), "bullpen", ""));
      return Finding.ok("temporary folder", folder);
    } catch (IOException | InvalidPathException e) {
      return Finding.error(
          "temporary folder",
          "%s cannot be written (%s)"
              .formatted(folder, e instanceof IOException failed ? Cause.of(failed) : "no path"),
          "Set TMPDIR to a folder that can be written.");
    }
  }

  private static Finding locale() {
    String charset = System.getProperty("sun.jnu.encoding", "");
    return charset.equalsIgnoreCase("UTF-8")
        ? Finding.ok("locale", "names of files are UTF-8")
        : Finding.warning(
            "locale",
            "names of files are " + charset,
            "If a project's path has letters beyond ASCII, set LC_ALL=C.UTF-8.");
  }

  private static Finding cgroups() {
    try {
      Cgroup.tryBelowOwn();
      return Finding.ok("cgroups", "each helper gets one, which is killed as a whole");
    } catch (IOException e) {
      return Finding.ok(
          "cgroups",
          "not available (%s); processes are found without them".formatted(e.getMessage()));
    }
  }

  private Finding interpreter(String name) {
    return new SearchPath(environment)
        .find(name)
        .map(file -> Finding.ok(name, file.toString()))
        .orElseGet(
            () ->
                Finding.warning(
                    name,
                    "not on PATH",
                    "Scripts for it do not run. Install it if the project has any."));
  }
}
