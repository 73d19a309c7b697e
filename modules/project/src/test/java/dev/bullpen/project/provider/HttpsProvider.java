package dev.bullpen.project.provider;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The script under test in a folder of its own, with the curl and the names of hosts a test gives
 * it.
 */
final class HttpsProvider {
  private static final Path SCRIPT =
      Path.of("../../launcher/src/main/providers/https.sh").toAbsolutePath().normalize();

  private static final String GETENT =
      "for a in $found; do printf '%s STREAM\\n%s DGRAM\\n%s RAW\\n' $a $a $a; done";

  final Path folder;
  private final Map<String, String> environment = new TreeMap<>();

  HttpsProvider(Path folder) throws IOException {
    this.folder = folder;
    Files.createDirectories(temporary());
    Files.createDirectories(folder.resolve("bin"));
    with("PATH", folder.resolve("bin") + ":/usr/bin:/bin");
    with("HOME", folder.toString());
    with("TMPDIR", temporary().toString());
    // Three lines for each address, as the real one has them.
    program("getent", GETENT);
    foundAt("93.184.216.34");
  }

  HttpsProvider with(String name, String value) {
    environment.put(name, value);
    return this;
  }

  HttpsProvider foundAt(String... addresses) {
    return with("found", String.join(" ", addresses));
  }

  /** A curl that notes how it was called and gets "hello". */
  HttpsProvider pretending() throws IOException {
    return program(
        "curl",
        """
        printf '%%s\\n' "$*" >>"${calls:-%1$s/calls}"
        while [ $# -gt 0 ]; do
          case $1 in
          --output) printf hello >"$2" ;;
          --dump-header) printf 'HTTP/1.1 200 OK\\r\\n\\r\\n' >"$2" ;;
          esac
          shift
        done
        printf 200
        """
            .formatted(folder));
  }

  /** The real curl, which finds that server at every address. */
  HttpsProvider connectingTo(TlsServer server) throws IOException {
    return program(
        "curl",
        "first=$1; shift; exec /usr/bin/curl \"$first\" --cacert '%s' --connect-to ::127.0.0.1:%d \"$@\""
            .formatted(Certificates.pem(), server.port()));
  }

  /** A program in bash, which the script finds before the system's. */
  HttpsProvider program(String name, String text) throws IOException {
    Path file = Files.writeString(folder.resolve("bin/" + name), "#!/bin/bash\n" + text + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    return this;
  }

  Ran read(String uri) throws IOException, InterruptedException {
    return Ran.of(folder, environment, List.of(SCRIPT.toString(), uri));
  }

  /** To be filled with what is read. */
  ManyRuns many() {
    return new ManyRuns(folder, SCRIPT);
  }

  /** All of it is read in one shell, in which hosts are found without another program. */
  List<ManyRuns.Result> read(ManyRuns many) throws IOException, InterruptedException {
    return many.run(environment, "getent() { " + GETENT + "; }");
  }

  /** How the pretended curl was called, a line each. */
  List<String> calls() throws IOException {
    Path file = folder.resolve("calls");
    return Files.exists(file) ? Files.readAllLines(file) : List.of();
  }

  /** What lies in the folder for temporary files. */
  List<Path> left() throws IOException {
    try (Stream<Path> files = Files.list(temporary())) {
      return files.toList();
    }
  }

  private Path temporary() {
    return folder.resolve("tmp");
  }
}
