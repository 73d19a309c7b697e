package dev.bullpen.launcher;

import dev.bullpen.project.metadata.ProjectException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** {@code --project} of a command, which means what it means to a server. */
public final class ProjectOption {
  private ProjectOption() {}

  public static OptionSpec spec() {
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
