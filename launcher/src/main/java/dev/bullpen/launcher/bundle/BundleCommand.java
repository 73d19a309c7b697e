package dev.bullpen.launcher.bundle;

import dev.bullpen.json.JsonException;
import dev.bullpen.launcher.Choice;
import dev.bullpen.launcher.ClosedFolder;
import dev.bullpen.launcher.Command;
import dev.bullpen.launcher.Console;
import dev.bullpen.launcher.ExitCode;
import dev.bullpen.launcher.Given;
import dev.bullpen.launcher.Home;
import dev.bullpen.launcher.ProjectShell;
import dev.bullpen.launcher.RegularFiles;
import dev.bullpen.launcher.UsageException;
import dev.bullpen.pool.folder.OwnedFolder;
import dev.bullpen.posix.log.Cause;
import dev.bullpen.project.Project;
import dev.bullpen.project.catalog.Catalog;
import dev.bullpen.project.metadata.ProjectException;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import tools.jackson.databind.node.ObjectNode;

/** {@code launcher bundle}: an MCPB file with the project and the Bullpen that serves it. */
public record BundleCommand(Home home, Map<String, String> environment) implements Command {
  private static final String OUTPUT = "--output";
  private static final String NAME = "--name";
  private static final String VERSION = "--version";
  private static final String PLATFORM = "--platform";
  private static final String INCLUDE_GOJQ = "--include-gojq";
  private static final String VALIDATE = "--validate";
  private static final String VERBOSE = "--verbose";

  private static final String ALL = "all";
  private static final Choice PLATFORMS = Choice.of("darwin", "linux", ALL);

  private static final List<String> PARTS =
      List.of(
          "tools",
          "resources",
          "prompts",
          "completions",
          "ui",
          "server.d",
          "lib",
          "providers",
          "VERSION");

  private static final String SERVER_ENV = "server.d/env.sh";

  private static final List<String> ICONS = List.of("icon.png", "icon.svg");

  @Override
  public CommandSpec spec() {
    CommandSpec spec = CommandSpec.create().name("bundle");
    spec.addOption(
        Command.value(OUTPUT, "DIR", "the folder to write it to (default: the current one)"));
    spec.addOption(Command.value(NAME, "NAME", "its name (default: the server's)"));
    spec.addOption(Command.value(VERSION, "VERSION", "its version (default: the server's)"));
    spec.addOption(Command.choice(PLATFORM, "NAME", "where it runs", PLATFORMS, ALL));
    spec.addOption(Command.flag(INCLUDE_GOJQ, "ignored: Bullpen needs no jq"));
    spec.addOption(Command.flag(VALIDATE, "only check what would be in it"));
    spec.addOption(Command.flag(VERBOSE, "name each file"));
    spec.addOption(Command.project());
    spec.usageMessage()
        .header("Make an .mcpb file of the project, for a client to install.", "")
        .description(
            "The file contains this Bullpen, and needs a JDK of version 17 or newer to run. The"
                + " project's mcpb.conf sets MCPB_NAME, MCPB_AUTHOR_NAME, MCPB_INCLUDE and so on.",
            "")
        .footer("", "Example: launcher bundle --output dist")
        .exitCodeList(
            Command.exitCodes("it is written, or could be", "the project cannot be bundled"));
    return spec;
  }

  @Override
  public int run(ParseResult words, Console console) throws UsageException, ProjectException {
    List<String> platforms = platforms(words);
    try {
      Path root = Command.folder(words, environment);
      Project project = Project.open(root, environment, home.folder(), console::note);
      if (Files.notExists(project.serverFile("server.meta.json"))) {
        console.complain(
            "%s has no server.d/server.meta.json, which names the server. Run launcher init in it."
                .formatted(root));
        return ExitCode.FAILED;
      }
      BundleSettings settings = BundleSettings.read(root, environment);
      Manifest manifest = Manifest.of(project, settings);
      String name = manifest.name(given(words, NAME));
      String version = manifest.version(given(words, VERSION));
      boolean isStatic = !settings.of("STATIC").orElse("true").equals("false");
      ObjectNode json = manifest.json(name, version, platforms, isStatic);
      check(name, version, manifest, console);
      if (words.matchedOptionValue(VALIDATE, false)) {
        console.say("Can be bundled: %s %s".formatted(name, version));
        return ExitCode.DONE;
      }
      Path folder = Path.of(words.matchedOptionValue(OUTPUT, "")).toAbsolutePath().normalize();
      Files.createDirectories(folder);
      Path bundle = folder.resolve("%s-%s.mcpb".formatted(name, version));
      try (OwnedFolder temporary = OwnedFolder.make()) {
        Path staging = Files.createDirectory(temporary.path().resolve("bundle"));
        stage(root, settings, isStatic, json, staging, console);
        Path archive = temporary.path().resolve("bundle.zip");
        int number = zip(staging, archive, words.matchedOptionValue(VERBOSE, false), console);
        place(archive, bundle);
        console.say(
            "Wrote %s: %d files, %d KiB".formatted(bundle, number, Files.size(bundle) / 1024));
      }
      return ExitCode.DONE;
    } catch (JsonException e) {
      console.complain("the project cannot be bundled: " + e.getMessage());
      return ExitCode.FAILED;
    } catch (IOException e) {
      console.complain("the project cannot be bundled: " + Cause.withPath(e));
      return ExitCode.FAILED;
    }
  }

  private static Optional<String> given(ParseResult words, String option) {
    return Optional.ofNullable(words.matchedOptionValue(option, (String) null));
  }

  private static List<String> platforms(ParseResult words) throws UsageException {
    String named = new Given(PLATFORM, words.matchedOptionValue(PLATFORM, ALL)).oneOf(PLATFORMS);
    return PLATFORMS.words().stream()
        .filter(one -> !one.equals(ALL) && (named.equals(ALL) || named.equals(one)))
        .toList();
  }

  private static void check(String name, String version, Manifest manifest, Console console)
      throws IOException {
    if (!name.matches("[A-Za-z0-9][A-Za-z0-9._-]*")
        || !version.matches("[A-Za-z0-9][A-Za-z0-9.+_-]*")) {
      throw new IOException(
          "name and version become a file's name, and \"%s-%s.mcpb\" is none. Set --name and --version."
              .formatted(name, version));
    }
    if (!version.matches("\\d+\\.\\d+\\.\\d+([+-].*)?")) {
      console.note(
          "Note: the version %s is not of the form 1.2.3, which some clients demand."
              .formatted(version));
    }
    if (manifest.author().isEmpty()) {
      console.note("Note: clients demand an author. Set MCPB_AUTHOR_NAME in mcpb.conf.");
    }
  }

  /** Collects the files of the bundle in a folder. */
  private void stage(
      Path root,
      BundleSettings settings,
      boolean isStatic,
      ObjectNode manifest,
      Path staging,
      Console console)
      throws IOException {
    Path server = Files.createDirectory(staging.resolve("server"));
    Files.setPosixFilePermissions(server, PosixFilePermissions.fromString("rwxr-xr-x"));
    List<String> parts = new ArrayList<>(PARTS);
    parts.addAll(settings.list("INCLUDE"));
    for (String part : parts) {
      Path from = root.resolve(part).normalize();
      if (!from.startsWith(root) || from.equals(root)) {
        throw new IOException(
            "MCPB_INCLUDE names %s, which is not below the project. Leave it out.".formatted(part));
      }
      copy(root, from, server, console);
    }
    for (String icon : ICONS) {
      if (!manifest.has("icon") && Files.isRegularFile(root.resolve(icon))) {
        new Inside(root).check(root.resolve(icon));
        Files.copy(root.resolve(icon), staging.resolve(icon));
        manifest.put("icon", icon);
      }
    }
    if (isStatic) {
      writeRegistry(server);
    }
    new Runtime(home.folder()).copyTo(server.resolve(Runtime.FOLDER));
    Runtime.writeWrapper(server);
    Files.writeString(staging.resolve("manifest.json"), manifest.toPrettyString() + "\n");
  }

  /** Copies files; follows links within the project, and refuses links out of it. */
  private static void copy(Path root, Path from, Path server, Console console) throws IOException {
    if (Files.notExists(from)) {
      return;
    }
    refuseLinksOut(root, from);
    for (Path file : RegularFiles.in(from, FileVisitOption.FOLLOW_LINKS)) {
      if (isServerEnv(root, file) && !file.equals(from)) {
        console.note(
            "Note: %s is left out, because only launcher run-tool reads it, and it may have secrets."
                .formatted(SERVER_ENV));
        continue;
      }
      Path copy = server.resolve(root.relativize(file).toString());
      ClosedFolder.make(copy.getParent());
      Files.copy(
          file, copy, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES);
    }
  }

  /** Whether it is the file of the server's variables, by whatever links. */
  private static boolean isServerEnv(Path root, Path file) throws IOException {
    Path variables = root.resolve(SERVER_ENV);
    return Files.exists(variables) && Files.isSameFile(file, variables);
  }

  private static void refuseLinksOut(Path root, Path from) throws IOException {
    Files.walkFileTree(
        from,
        Set.of(FileVisitOption.FOLLOW_LINKS),
        Integer.MAX_VALUE,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes)
              throws IOException {
            return visitFile(folder, attributes);
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            new Inside(root).check(file);
            return FileVisitResult.CONTINUE;
          }
        });
  }

  private void writeRegistry(Path server) throws IOException {
    Map<String, String> writing = new HashMap<>(environment);
    writing.keySet().removeIf(name -> name.startsWith("MCPBASH_") && !name.endsWith("_HOOKS"));
    Project copied =
        Project.open(server, writing, home.folder(), said -> {}, new ProjectShell(server));
    Catalog catalog = copied.refresh();
    if (catalog.broken().isPresent()) {
      throw new IOException(catalog.broken().get().getMessage());
    }
    copied.registryCache().writeOrFail(catalog);
  }

  /** Packs the folder, with the modes of files, so that scripts are executable once unpacked. */
  private static int zip(Path staging, Path archive, boolean isVerbose, Console console)
      throws IOException {
    int number = 0;
    try (FileSystem packed =
            FileSystems.newFileSystem(
                archive, Map.of("create", "true", "enablePosixFileAttributes", "true"));
        Stream<Path> all = Files.walk(staging)) {
      for (Path file : all.sorted().toList()) {
        Path entry = packed.getPath("/" + staging.relativize(file));
        if (Files.isDirectory(file)) {
          ClosedFolder.make(entry);
        } else {
          Files.copy(file, entry);
          Files.setPosixFilePermissions(entry, Files.getPosixFilePermissions(file));
          number++;
          if (isVerbose) {
            console.say("Added " + staging.relativize(file));
          }
        }
      }
    }
    return number;
  }

  /** Puts the archive in its place, from which it may be installed at any time, in one step. */
  private static void place(Path archive, Path bundle) throws IOException {
    Path fresh = bundle.resolveSibling(bundle.getFileName() + ".new");
    fresh.toFile().deleteOnExit(); // if a signal ends this process
    try {
      Files.copy(archive, fresh, StandardCopyOption.REPLACE_EXISTING);
      Files.move(fresh, bundle, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(fresh);
    }
  }
}
