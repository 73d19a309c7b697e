package dev.bullpen.launcher;

import dev.bullpen.project.metadata.ProjectException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** What the options of commands have in common. */
public final class Options {
  private Options() {}

  public static OptionSpec flag(String name, String description) {
    return OptionSpec.builder(name).type(boolean.class).description(description).build();
  }

  /** Exit codes as the help shows them; the third is the same for all. */
  public static Map<String, String> exitCodes(String done, String failed) {
    Map<String, String> codes = new LinkedHashMap<>();
    codes.put("0", done);
    codes.put("1", failed);
    codes.put("2", "a word or a value is wrong");
    return codes;
  }

  /** {@code --project}, which means what it means to a server. */
  public static OptionSpec project() {
    return OptionSpec.builder(Setting.PROJECT.flag(), Setting.PROJECT_OF_MCP_BASH)
        .paramLabel(Setting.PROJECT.label())
        .type(String.class)
        .description("the project's folder (default: as for a server)")
        .build();
  }

  /** Whether a word that stands alone is meant as a project; with a blank before it, or "". */
  static String question(String word) {
    return ProjectFolder.isFolder(word)
        ? " Did you mean %s %s?".formatted(Setting.PROJECT.flag(), word)
        : "";
  }

  /** The project that a server started with these words would serve. */
  public static Path folder(ParseResult words, Map<String, String> environment)
      throws UsageException, ProjectException {
    String flag = Setting.PROJECT.flag();
    List<String> said =
        words.hasMatchedOption(flag)
            ? List.of(flag, words.matchedOptionValue(flag, ""))
            : List.of();
    return ProjectFolder.find(Flags.read(said, environment).of(Setting.PROJECT), environment);
  }
}
