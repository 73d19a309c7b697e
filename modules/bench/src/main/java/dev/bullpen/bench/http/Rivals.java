package dev.bullpen.bench.http;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Builds the others from their sources, each if what that needs can be had. */
record Rivals(Path sources, Path work, Site site) {
  static final String LEAST = "HTTP without work";

  /** What is measured with sessions and streams that cost little. */
  static final int CROWD = 1000;

  /** Each session is a process of node there. */
  private static final int PROCESSES = 20;

  /** Builds one, or fails if that needs what is not here. */
  private interface Build {
    Contender contender() throws IOException;
  }

  /**
   * Those that can be had.
   *
   * @param names folders of the sources
   */
  List<Contender> all(List<String> names) {
    Map<String, Build> builds =
        Map.of(
            "typescript", this::typescript,
            "java-sdk", this::javaSdk,
            "quarkus", this::quarkus,
            "supergateway", this::supergateway);
    List<Contender> all = new ArrayList<>();
    for (String name : names) {
      if (!builds.containsKey(name)) {
        throw new IllegalArgumentException(
            "no rival is called " + name + "; there are " + builds.keySet());
      }
      HttpRace.progress("building " + name);
      try {
        all.add(builds.get(name).contender());
      } catch (IOException e) {
        HttpRace.progress("without " + name + ": " + e.getMessage());
      }
    }
    return all;
  }

  /** No rival: it shows that neither HTTP nor the client is what is measured. */
  Contender least() {
    return new Contender(
        LEAST,
        List.of(java(), sources.resolve("least/Least.java").toString(), Contender.PORT),
        List.of(Era.MODERN),
        0);
  }

  private Contender typescript() throws IOException {
    Path server = npm("typescript").resolve("server.mjs");
    return new Contender(
        "TypeScript SDK 2",
        List.of("node", server.toString(), site.script(), Contender.PORT),
        List.of(Era.LEGACY, Era.MODERN),
        CROWD);
  }

  /** In front of the server of the TypeScript SDK on standard input and output. */
  private Contender supergateway() throws IOException {
    Path server = npm("typescript").resolve("server.mjs");
    Path gateway = npm("supergateway").resolve("node_modules/supergateway/dist/index.js");
    return new Contender(
        "supergateway",
        List.of(
            "node",
            gateway.toString(),
            "--stdio",
            "node " + server + " " + site.script(),
            "--outputTransport",
            "streamableHttp",
            "--stateful",
            "--logLevel",
            "none",
            "--port",
            Contender.PORT),
        List.of(Era.LEGACY),
        PROCESSES);
  }

  private Contender javaSdk() throws IOException {
    Path target = maven("java-sdk").resolve("target");
    return new Contender(
        "Java SDK",
        List.of(
            java(),
            "-cp",
            target + "/classes:" + target + "/dependency/*",
            "JavaSdkHttpServer",
            site.script(),
            Contender.PORT),
        List.of(Era.LEGACY),
        CROWD);
  }

  private Contender quarkus() throws IOException {
    Path jar = maven("quarkus").resolve("target/quarkus-app/quarkus-run.jar");
    return new Contender(
        "Quarkus",
        List.of(
            java(),
            "-Dquarkus.http.host=127.0.0.1",
            "-Dquarkus.http.port=" + Contender.PORT,
            "-Dbench.script=" + site.script(),
            "-jar",
            jar.toString()),
        List.of(Era.LEGACY),
        CROWD);
  }

  private static String java() {
    return System.getProperty("java.home") + "/bin/java";
  }

  private Path npm(String name) throws IOException {
    Path folder = copy(name);
    run(List.of("npm", "install", "--no-audit", "--no-fund", "--silent"), folder);
    return folder;
  }

  private Path maven(String name) throws IOException {
    Path folder = copy(name);
    run(List.of("mvn", "-B", "-q", "package"), folder);
    return folder;
  }

  /** Of its sources, where it is built. */
  private Path copy(String name) throws IOException {
    Path from = sources.resolve(name);
    Path folder = work.resolve(name);
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path copy = folder.resolve(from.relativize(file).toString());
        Files.createDirectories(copy.getParent());
        Files.write(copy, Files.readAllBytes(file));
      }
    }
    return folder;
  }

  private static void run(List<String> command, Path folder) throws IOException {
    Path log = folder.resolve("build.log");
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    try {
      if (process.waitFor() != 0) {
        throw new IOException(String.join(" ", command) + " fails, see " + log);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }
}
