package dev.bullpen.project.provider;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The script under test in a folder of its own, with whatever git a test gives it. */
final class GitProvider {
  private static final Path SCRIPT =
      Path.of("../../launcher/src/main/providers/git.sh").toAbsolutePath().normalize();

  final Path folder;
  final Map<String, String> environment = new TreeMap<>();

  GitProvider(Path folder) throws IOException {
    this.folder = folder;
    Files.createDirectories(temporary());
    Files.createDirectories(folder.resolve("bin"));
    environment.put("PATH", folder.resolve("bin") + ":/usr/bin:/bin");
    environment.put("HOME", folder.toString());
    environment.put("TMPDIR", temporary().toString());
    environment.put("MCPBASH_ENABLE_GIT_PROVIDER", "true");
    environment.put("MCPBASH_GIT_ALLOW_HOSTS", "git.example");
  }

  GitProvider with(String name, String value) {
    environment.put(name, value);
    return this;
  }

  /** A git that does these lines on {@code fetch}, and otherwise finds a file "hello". */
  GitProvider fetching(String... lines) throws IOException {
    program(
        folder.resolve("bin/git"),
        """
        printf '%%s\\n' "$*" >>"${calls:-%1$s/calls}"
        env >'%1$s/environment'
        case " $* " in
        *' fetch '*)
        %2$s
        ;;
        *' --batch-check'*) cat >>'%1$s/asked'; echo "${found:-blob 5 abc}" ;;
        *' cat-file blob abc '*) printf hello ;;
        esac
        """
            .formatted(folder, lines.length == 0 ? ":" : String.join("\n", lines)));
    return this;
  }

  /** A program in bash. */
  Path program(Path file, String text) throws IOException {
    Files.writeString(file, "#!/bin/bash\n" + text + "\n");
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  Ran read(String uri) throws IOException, InterruptedException {
    return Ran.of(folder, environment, command(uri));
  }

  /** To be filled with what is read. */
  ManyRuns many() {
    return new ManyRuns(folder, SCRIPT);
  }

  /** All of it is read in one shell. */
  List<ManyRuns.Result> read(ManyRuns many) throws IOException, InterruptedException {
    return many.run(environment, "");
  }

  Process start(String uri, Path out, Path err) throws IOException {
    return Ran.start(folder, environment, command(uri), out, err);
  }

  /** The arguments of the fake git, one line for each call. */
  List<String> calls() throws IOException {
    return lines("calls");
  }

  List<String> lines(String name) throws IOException {
    Path file = folder.resolve(name);
    return Files.exists(file) ? Files.readAllLines(file) : List.of();
  }

  /** What lies in the folder for temporary files. */
  List<Path> left() throws IOException {
    try (Stream<Path> files = Files.list(temporary())) {
      return files.toList();
    }
  }

  Path temporary() {
    return folder.resolve("tmp");
  }

  private static List<String> command(String uri) {
    return List.of(SCRIPT.toString(), uri);
  }
}
