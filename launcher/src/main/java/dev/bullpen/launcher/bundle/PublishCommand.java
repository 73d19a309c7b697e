package dev.bullpen.launcher.bundle;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import dev.bullpen.launcher.Command;
import dev.bullpen.launcher.Console;
import dev.bullpen.launcher.ExitCode;
import dev.bullpen.launcher.UsageException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import tools.jackson.databind.JsonNode;

/** {@code launcher publish FILE --dry-run}: checks a bundle as mcp-bash does before it sends it. */
public final class PublishCommand implements Command {
  private static final String DRY_RUN = "--dry-run";
  private static final String MANIFEST = "manifest.json";
  private static final int MANIFEST_BYTES = 1_048_576;

  @Override
  public CommandSpec spec() {
    CommandSpec spec = CommandSpec.create().name("publish");
    spec.addPositional(Command.word("FILE", "the .mcpb file").build());
    spec.addOption(Command.flag(DRY_RUN, "only check the file; required"));
    spec.addOption(Command.value("--token", "TOKEN", "ignored with " + DRY_RUN));
    spec.addOption(Command.flag("--verbose", "print the manifest"));
    spec.usageMessage()
        .header("Check an .mcpb file.", "")
        .description("Bullpen sends nothing to a registry; their own programs do that.", "")
        .exitCodeList(Command.exitCodes("no problem was found", "a problem was found, as printed"));
    return spec;
  }

  @Override
  public int run(ParseResult words, Console console) throws UsageException {
    if (!words.matchedOptionValue(DRY_RUN, false)) {
      throw new UsageException(
          "Bullpen does not send bundles to a registry. %s checks one; send it with the registry's own program."
              .formatted(DRY_RUN));
    }
    Path file = Path.of(words.matchedPositionalValue(0, ""));
    try {
      JsonNode manifest = manifest(file);
      List<String> problems = problems(manifest);
      problems.forEach(problem -> console.complain("%s: %s.".formatted(file, problem)));
      if (words.matchedOptionValue("--verbose", false)) {
        console.text(manifest.toPrettyString());
      }
      if (problems.isEmpty()) {
        console.say("Nothing is wrong with %s. Nothing was sent.".formatted(file));
        return ExitCode.DONE;
      }
    } catch (IOException | JsonException e) {
      console.complain(
          "%s is no bundle: %s. Make one with launcher bundle.".formatted(file, e.getMessage()));
    }
    return ExitCode.FAILED;
  }

  private static JsonNode manifest(Path file) throws IOException, JsonException {
    if (!file.toString().endsWith(".mcpb") || !Files.isRegularFile(file)) {
      throw new IOException("there is no such file with a name that ends in .mcpb");
    }
    try (ZipFile archive = new ZipFile(file.toFile())) {
      ZipEntry entry = archive.getEntry(MANIFEST);
      if (entry == null) {
        throw new IOException("it has no " + MANIFEST);
      }
      byte[] bytes = archive.getInputStream(entry).readNBytes(MANIFEST_BYTES);
      JsonNode manifest = Json.parse(new String(bytes, StandardCharsets.UTF_8));
      String started = manifest.at("/server/entry_point").stringValue("");
      if (archive.getEntry(started.isEmpty() ? MANIFEST + "/" : started) == null) {
        throw new IOException(
            "its server.entry_point is \"%s\", and there is no such file in it".formatted(started));
      }
      return manifest;
    }
  }

  private static List<String> problems(JsonNode manifest) {
    List<String> problems = new ArrayList<>();
    for (String member : List.of("manifest_version", "name", "version", "description")) {
      if (manifest.path(member).stringValue("").isBlank()) {
        problems.add("its %s lacks \"%s\"".formatted(MANIFEST, member));
      }
    }
    String author = manifest.at("/author/name").stringValue("");
    if (author.isBlank() || author.equals("unknown")) {
      problems.add("it names no author. Set MCPB_AUTHOR_NAME in mcpb.conf and bundle it again");
    }
    return problems;
  }
}
