package dev.bullpen.project.provider;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Runs a script for many URIs in one shell. The shell reads the script for each of them in a
 * subshell, which starts far fewer processes than a run for each.
 */
final class ManyRuns {
  private static final int SECONDS_EACH = 2;

  private final Path folder;
  private final Path script;
  private final List<Case> cases = new ArrayList<>();

  /** What is read, and the settings for that. */
  record Case(String uri, Map<String, String> settings) {
    @Override
    public String toString() {
      return uri + " " + settings;
    }
  }

  /**
   * @param calls of the pretended program, a line each
   */
  record Result(Case asked, Ran ran, List<String> calls) {}

  ManyRuns(Path folder, Path script) {
    this.folder = folder;
    this.script = script;
  }

  /**
   * @param settings names and values, one after the other
   */
  ManyRuns read(String uri, String... settings) {
    Map<String, String> named = new TreeMap<>();
    for (int i = 0; i < settings.length; i += 2) {
      named.put(settings[i], settings[i + 1]);
    }
    cases.add(new Case(uri, named));
    return this;
  }

  /**
   * @param prelude what the shell does first
   */
  List<Result> run(Map<String, String> environment, String prelude)
      throws IOException, InterruptedException {
    Path all = Files.createTempDirectory(folder, "many");
    StringBuilder text = new StringBuilder(prelude).append('\n');
    for (int i = 0; i < cases.size(); i++) {
      text.append("(\n");
      cases.get(i).settings().forEach((name, value) -> export(text, name, value));
      export(text, "calls", all.resolve("calls" + i).toString());
      text.append(". %s %s\n".formatted(quoted(script.toString()), quoted(cases.get(i).uri())));
      text.append(
          ") >%2$s/out%1$d 2>%2$s/err%1$d\necho $? >%2$s/code%1$d\n"
              .formatted(i, all.getFileName()));
    }
    Path shell = Files.writeString(all.resolve("shell"), text);
    List<String> command = List.of("/usr/bin/env", "bash", shell.toString());
    Ran ran = Ran.of(folder, environment, command, SECONDS_EACH * cases.size());
    List<Result> results = new ArrayList<>();
    for (int i = 0; i < cases.size(); i++) {
      Path code = all.resolve("code" + i);
      if (!Files.exists(code)) {
        throw new AssertionError(cases.get(i) + " was not read: " + ran);
      }
      Path calls = all.resolve("calls" + i);
      results.add(
          new Result(
              cases.get(i),
              new Ran(
                  Integer.parseInt(Files.readString(code).strip()),
                  Files.readString(all.resolve("out" + i), StandardCharsets.ISO_8859_1),
                  Files.readString(all.resolve("err" + i))),
              Files.exists(calls) ? Files.readAllLines(calls) : List.of()));
    }
    return results;
  }

  private static void export(StringBuilder text, String name, String value) {
    text.append("export %s=%s\n".formatted(name, quoted(value)));
  }

  private static String quoted(String word) {
    return "'" + word.replace("'", "'\\''") + "'";
  }
}
