package dev.bullpen.launcher.archive;

import dev.bullpen.json.Json;
import dev.bullpen.launcher.Home;
import dev.bullpen.launcher.OwnProcesses;
import dev.bullpen.launcher.Variables;
import dev.bullpen.launcher.client.Completion;
import dev.bullpen.launcher.client.Server;
import dev.bullpen.launcher.client.ServerException;
import dev.bullpen.launcher.client.ServerProcess;
import dev.bullpen.pool.setting.HelperCommand;
import dev.bullpen.posix.PrivateFolder;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.URL;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.node.ObjectNode;

/**
 * Runs a JVM so that its classes are archived. The JVM's error output goes to a file, and is shown
 * only if the run fails.
 *
 * @param recording makes the archive
 */
record Training(Home home, Recording recording) {
  /**
   * Writing an archive takes a second or two. Where it has the lowest priority it may take longer.
   */
  private static final Duration EXIT_LIMIT = Duration.ofMinutes(2);

  /** The JVM loads all classes from the jars, perhaps while the machine builds something else. */
  private static final Duration ANSWER_LIMIT = Duration.ofMinutes(2);

  /** The interval at which the log is read until the server serves. */
  private static final Duration LOG_READ_EVERY = Duration.ofMillis(20);

  private static final Pattern SERVING = Pattern.compile("http://127\\.0\\.0\\.1:[0-9]+/mcp");

  private static final String COMPLETE = "completion/complete";

  /** The message of JDK 17, which takes a jar's URL for its path. */
  private static final String LOST = "CDS dump aborted (path was ";

  /**
   * A helper's frames are on descriptors 3 and 4. Java gives a child only 0 to 2, so a shell moves
   * them.
   */
  private static final List<String> MOVE_PIPES =
      List.of("/bin/sh", "-c", "exec \"$@\" 3<&0 4>&1 </dev/null 1>&2", "helper");

  /** The usual size; an archive also fits helpers with more. */
  private static final int HELPER_MEBIBYTES = 64;

  private interface Jvm extends Function<List<String>, ProcessBuilder> {}

  private interface Work {
    void run(ProcessBuilder jvm) throws IOException, InterruptedException;
  }

  /**
   * Starts a helper as the pool does, waits until it is ready, and ends it with SIGTERM. At this
   * orderly exit the JVM writes its archive. The temporary folder must be empty.
   */
  void ofHelper(Path temporary) throws IOException, InterruptedException {
    Path exchange = temporary.resolve("exchange");
    Path room = temporary.resolve("tmp");
    PrivateFolder.make(exchange);
    PrivateFolder.make(room);
    Map<String, String> environment = new HashMap<>(System.getenv());
    Variables.keepThoseOfHost(environment);
    HelperCommand command =
        HelperCommand.of(home.folder(), Optional.empty(), HELPER_MEBIBYTES, environment);
    run(
        options -> {
          List<String> words = new ArrayList<>(MOVE_PIPES);
          words.addAll(command.argv());
          words.addAll(words.indexOf("-p"), options);
          ProcessBuilder builder = new ProcessBuilder(words);
          builder.environment().keySet().retainAll(command.environment().keySet());
          builder.environment().put("BULLPEN_EXCHANGE", exchange.toString());
          builder.environment().put("BULLPEN_TMP", room.toString());
          return builder;
        },
        this::getReady);
  }

  /**
   * Starts a server as a client does, has a short session with it, and ends its input.
   *
   * @param cache the folder for compiled Java programs, in place of the user's cache
   */
  void ofSupervisor(Path cache) throws IOException, InterruptedException {
    run(options -> supervisor(options, cache), this::haveSession);
  }

  /** Does the same with a server over HTTP, which is ended by SIGTERM. */
  void ofHttp(Path cache) throws IOException, InterruptedException {
    run(
        options -> {
          ProcessBuilder jvm = supervisor(options, cache);
          jvm.command().addAll(List.of("--http", "127.0.0.1:0", "--anonymous"));
          return jvm;
        },
        this::answerPosts);
  }

  private void run(Jvm jvm, Work work) throws IOException, InterruptedException {
    recording.begin();
    work.run(jvm.apply(recording.noting()));
    if (recording.assembling().isPresent()) {
      awaitExit(start(jvm.apply(recording.assembling().get())));
    }
    if (!recording.isMade()) {
      throw failed("left no archive");
    }
    recording.finish();
    Files.deleteIfExists(log());
  }

  /**
   * {@code TMPDIR}, which the JVM ignores. A server makes archives in a job, and empties that job's
   * temporary folder even if the job is killed. If the server is killed too, the next one does so.
   */
  static Path temporaryFolder() {
    Path ofJvm = Path.of(System.getProperty("java.io.tmpdir"));
    try {
      return Optional.ofNullable(System.getenv("TMPDIR"))
          .map(Path::of)
          .filter(path -> path.isAbsolute() && Files.isDirectory(path))
          .orElse(ofJvm);
    } catch (InvalidPathException e) { // the locale lacks a letter of it
      return ofJvm;
    }
  }

  private void getReady(ProcessBuilder jvm) throws IOException, InterruptedException {
    Process helper = start(jvm);
    try {
      // The helper sends its first frame when all classes that a job needs are loaded.
      if (helper.getInputStream().read() < 0) {
        throw failed("ended before it was ready");
      }
    } finally {
      // Process.destroy would also close the pipes, and a helper kills itself at the end of its
      // input.
      helper.toHandle().destroy();
      awaitExit(helper);
    }
  }

  private void haveSession(ProcessBuilder jvm) throws IOException, InterruptedException {
    try (ServerProcess server = ServerProcess.start(logged(jvm))) {
      play(server);
      server.endInput();
      server.awaitExit(EXIT_LIMIT);
    } catch (ServerException e) {
      throw failed("had no session: " + e.getMessage());
    }
  }

  private void answerPosts(ProcessBuilder jvm) throws IOException, InterruptedException {
    Process server = start(jvm);
    try {
      play(new HttpClient(endpoint(server), ANSWER_LIMIT));
    } finally {
      server.toHandle().destroy();
      awaitExit(server);
    }
  }

  /** The URL at which the server serves, read from its log. */
  private URL endpoint(Process server) throws IOException, InterruptedException {
    long until = System.nanoTime() + ANSWER_LIMIT.toNanos();
    Matcher serving = SERVING.matcher(output());
    while (!serving.find()) {
      if (!server.isAlive() || System.nanoTime() - until > 0) {
        throw failed("does not serve over HTTP");
      }
      server.waitFor(LOG_READ_EVERY.toMillis(), TimeUnit.MILLISECONDS);
      serving = SERVING.matcher(output());
    }
    return new URL(serving.group());
  }

  /** Sends over HTTP what {@link #play(Server)} sends. */
  private static void play(HttpClient client) throws IOException {
    String session = client.begin("2025-11-25");
    client.ask(session, "ping", Json.object());
    client.ask(session, COMPLETE, city());
    client.ask(session, "tools/list", Json.object());
    client.ask(session, "tools/call", tool());
    client.askModern("server/discover", stateless(Json.object()));
    client.askModern("tools/list", stateless(Json.object()));
    client.askModern("tools/call", stateless(tool()));
    client.askModern(COMPLETE, stateless(city()));
    client.end(session);
  }

  /** Sends each ordinary request once, with a session and without. */
  private static void play(Server server) throws ServerException, InterruptedException {
    server.greet("launcher archive", ANSWER_LIMIT);
    ask(server, "ping", Json.object());
    ask(server, COMPLETE, city());
    ask(server, COMPLETE, Completion.ofPrompt("no-such-prompt", "a", "").params());
    ask(server, "tools/list", Json.object());
    ask(server, "tools/call", tool());
    ask(server, "tools/call", stateless(tool()));
    ask(server, "server/discover", stateless(Json.object()));
    ask(server, COMPLETE, stateless(city()));
    // The first compiles the program, the second finds it compiled; both fail without a compiler.
    ask(server, COMPLETE, month());
    ask(server, COMPLETE, month());
    ask(server, "resources/read", Json.object().put("uri", "month://2026/january"));
    Server.Call slow =
        server.ask(COMPLETE, Completion.ofPrompt("runaway", "anything", "").params());
    server.cancel(slow, "training is over");
    ask(server, "ping", Json.object());
  }

  /** An error is an answer too, and loads classes. */
  private static void ask(Server server, String method, ObjectNode params)
      throws ServerException, InterruptedException {
    server.ask(method, params).await(ANSWER_LIMIT);
  }

  private static ObjectNode city() {
    return Completion.ofPrompt("plan-meeting", "city", "l").params();
  }

  private static ObjectNode tool() {
    ObjectNode params = Json.object().put("name", "plan");
    params.putObject("arguments").put("task", "train");
    params.putObject("_meta").put("progressToken", 1);
    return params;
  }

  private static ObjectNode month() {
    return Completion.ofResource("month://{year}/{month}", "month", "J")
        .knowing("year", "2026")
        .params();
  }

  /** Adds the {@code _meta} of a stateless request of revision 2026-07-28. */
  private static ObjectNode stateless(ObjectNode params) {
    ObjectNode meta =
        params.putObject("_meta").put("io.modelcontextprotocol/protocolVersion", "2026-07-28");
    meta.putObject("io.modelcontextprotocol/clientCapabilities");
    return params;
  }

  private ProcessBuilder supervisor(List<String> options, Path cache) {
    ProcessBuilder builder =
        new ProcessBuilder(
            home.command().toString(),
            "--workers",
            "1",
            "--project",
            home.example("completions").toString());
    Map<String, String> environment = builder.environment();
    Variables.keepThoseOfHost(environment);
    environment.put("BULLPEN_JAVA_OPTS", String.join(" ", options));
    environment.put("BULLPEN_CACHE", cache.toString());
    // One project to serve, the tools of another, and the resources of one in Java.
    environment.put("MCPBASH_TOOLS_DIR", home.example("tools-arguments") + "/tools");
    environment.put("MCPBASH_RESOURCES_DIR", home.example("java-completion") + "/resources");
    environment.put("MCPBASH_TOOL_ALLOWLIST", "*");
    environment.put("BULLPEN_ARCHIVES", "off"); // this process makes them
    environment.put("BULLPEN_LOG_LEVEL", "info"); // it says where it serves
    return builder;
  }

  private Process start(ProcessBuilder builder) throws IOException {
    return OwnProcesses.start(logged(builder));
  }

  private ProcessBuilder logged(ProcessBuilder builder) {
    return builder
        .directory(recording.folder().toFile())
        .redirectError(Redirect.to(log().toFile()));
  }

  private Path log() {
    return recording.folder().resolve(recording.role() + ".said");
  }

  private void awaitExit(Process process) throws IOException, InterruptedException {
    if (!process.waitFor(EXIT_LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
      process.destroyForcibly();
      throw new TrainingException(
          "the %s did not end within %d s".formatted(recording.role(), EXIT_LIMIT.toSeconds()));
    }
  }

  TrainingException failed(String what) {
    String output = output();
    return output.contains(LOST)
        ? new TrainingException(
            "JDK %s makes none of jars in a folder whose path has a space or a letter that is not ASCII, such as %s. Move Bullpen to a folder with a plain name, or use JDK 25, which can."
                .formatted(Runtime.version().feature(), recording.folder()))
        : new TrainingException("the %s %s. %s".formatted(recording.role(), what, output));
  }

  private String output() {
    try {
      String output = new String(Files.readAllBytes(log()), StandardCharsets.UTF_8).strip();
      return output.isEmpty() ? "Its error output is empty." : "Its error output: " + output;
    } catch (IOException e) {
      return "Its error output cannot be read: " + e.getMessage();
    }
  }

  /** A JVM failed. The message says which, and has its output. */
  static final class TrainingException extends IOException {
    TrainingException(String message) {
      super(message);
    }
  }

  /**
   * The options with which a JVM records its classes, and those that make an archive of the record.
   * File names are relative to the folder in which the JVM runs, so that no option holds a path
   * with a space.
   *
   * @param role supervisor or helper
   * @param feature the JDK's feature version
   */
  record Recording(Path folder, String role, int feature) {
    /** The first JDK with an ahead-of-time cache (JEP 483). */
    private static final int FIRST_WITH_CACHE = 24;

    /** Also loads the classes of the last steps; see {@code dev.bullpen.wire.OwnClasses}. */
    private static final String RECORDED = "-Dbullpen.training=true";

    /** Set whatever the umask is. */
    private static final Set<PosixFilePermission> FOR_ALL_TO_READ =
        PosixFilePermissions.fromString("rw-r--r--");

    Path archive() {
      return folder.resolve(role + (hasCache() ? ".aot" : ".jsa"));
    }

    List<String> noting() {
      return hasCache()
          ? List.of(RECORDED, "-XX:AOTMode=record", "-XX:AOTConfiguration=" + note())
          : List.of(RECORDED, "-XX:ArchiveClassesAtExit=" + unfinished());
    }

    /** The options of a second JVM, which does no work; empty if the first writes the archive. */
    Optional<List<String>> assembling() {
      return hasCache()
          ? Optional.of(
              List.of(
                  "-XX:AOTMode=create",
                  "-XX:AOTConfiguration=" + note(),
                  "-XX:AOTCache=" + unfinished()))
          : Optional.empty();
    }

    /** Removes the files of an unfinished recording. The old archive stays until it is replaced. */
    void begin() throws IOException {
      Files.deleteIfExists(folder.resolve(note()));
      Files.deleteIfExists(folder.resolve(unfinished()));
    }

    boolean isMade() {
      return Files.isRegularFile(folder.resolve(unfinished()));
    }

    /** Gives the archive its name in one step: JDK 17 crashes on a truncated archive. */
    void finish() throws IOException {
      Files.deleteIfExists(folder.resolve(note()));
      try (FileChannel written = FileChannel.open(folder.resolve(unfinished()))) {
        written.force(true);
      }
      Files.setPosixFilePermissions(folder.resolve(unfinished()), FOR_ALL_TO_READ);
      Files.move(folder.resolve(unfinished()), archive(), StandardCopyOption.ATOMIC_MOVE);
    }

    private boolean hasCache() {
      return feature >= FIRST_WITH_CACHE;
    }

    private String note() {
      return role + ".note";
    }

    private String unfinished() {
      return role + ".unfinished";
    }
  }
}
