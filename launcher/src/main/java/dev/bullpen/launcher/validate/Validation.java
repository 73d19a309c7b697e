package dev.bullpen.launcher.validate;

import dev.bullpen.launcher.ServeSettings;
import dev.bullpen.launcher.UsageException;
import dev.bullpen.launcher.Variables;
import dev.bullpen.pool.job.StartFailure;
import dev.bullpen.posix.log.Shown;
import dev.bullpen.project.Project;
import dev.bullpen.project.catalog.Catalog;
import dev.bullpen.project.catalog.CatalogKind;
import dev.bullpen.project.file.Layout;
import dev.bullpen.project.metadata.ProjectException;
import dev.bullpen.project.tool.Tool;
import dev.bullpen.project.tool.ToolResolution;
import dev.bullpen.server.SchemaProblems;
import dev.bullpen.server.program.CompilerCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * One look at all of a project.
 *
 * @param root the project's folder
 * @param home the distribution
 */
record Validation(Path root, Path home, Map<String, String> environment) {
  /**
   * What came of it.
   *
   * @param problems what is wrong, where, and what to do; a line each, more where a source does not
   *     compile
   * @param remarks what is not wrong, and maybe otherwise than meant, a line each
   * @param inventory what has been looked at
   */
  record Findings(List<String> problems, List<String> remarks, String inventory) {}

  Findings run() throws IOException, InterruptedException {
    // What is said twice, while it is opened and of its catalog, is one problem.
    Set<String> problems = new LinkedHashSet<>();
    Project project = Project.open(root, told(problems), home, problems::add);
    Catalog catalog = project.catalog();
    problems.addAll(catalog.problems());
    for (Tool tool : catalog.tools()) {
      if (project.tools().resolve(tool.name()) instanceof ToolResolution.Broken broken) {
        problems.add(broken.detail());
      }
    }
    problems.addAll(Variables.strangers(environment));
    project.toolPolicy().problem().ifPresent(problems::add);
    refusal(project::checkServerFolder).ifPresent(problems::add);
    refusal(project::remoteToken).ifPresent(problems::add);
    problems.addAll(project.toolPolicy().strangers(catalog.tools()));
    problems.addAll(SchemaProblems.of(catalog.tools()));
    project.scripts().forEach(script -> unstartable(script).ifPresent(problems::add));
    Set<String> remarks = new LinkedHashSet<>(project.remarks());
    remarks.addAll(SchemaProblems.remarks(catalog.tools()));
    remarks.addAll(longLists(catalog));
    Layout layout = Layout.of(root, environment, home);
    new MetadataCheck(layout, problems::add, remarks::add).checkAll(catalog);
    new Misplaced(layout, problems::add, remarks::add).find();
    nothing(catalog, project, layout).ifPresent(problems::add);
    SyntaxCheck.Result syntax = new SyntaxCheck(root, environment).of(scripts(project, layout));
    remarks.addAll(syntax.remarks());
    remarks.addAll(HiddenCharacters.notes(catalog));
    SortedSet<Path> sources = project.javaSources();
    List<String> sentences = new ArrayList<>(problems.stream().map(Shown::of).toList());
    sentences.addAll(syntax.problems()); // these two may have several lines
    sentences.addAll(new SourceCheck(root, CompilerCommand.of(home, environment)).of(sources));
    return new Findings(sentences, List.copyOf(remarks), inventory(catalog, sources));
  }

  /** What is registered by a script is not known here. */
  private static Optional<String> nothing(Catalog catalog, Project project, Layout layout) {
    boolean isEmpty =
        layout.isThere()
            && catalog.tools().isEmpty()
            && catalog.prompts().isEmpty()
            && catalog.resources().isEmpty()
            && catalog.templates().isEmpty()
            && catalog.completions().targets().isEmpty()
            && project.scripts().isEmpty()
            && project.javaSources().isEmpty()
            && Files.notExists(layout.server().path().resolve("register.sh"));
    return isEmpty
        ? Optional.of(
            "No tools, prompts or resources were found in %s. A tool is a script in a folder of its own, tools/NAME/tool.sh."
                .formatted(layout.root().path()))
        : Optional.empty();
  }

  private static SortedSet<Path> scripts(Project project, Layout layout) {
    SortedSet<Path> scripts = new TreeSet<>(project.scripts());
    for (String name : List.of("policy.sh", "register.sh")) {
      Path script = layout.server().path().resolve(name);
      if (Files.isRegularFile(script)) {
        scripts.add(script);
      }
    }
    return scripts;
  }

  /** Lists of several pages; a variable that is wrong has been said before. */
  private List<String> longLists(Catalog catalog) {
    List<String> remarks = new ArrayList<>();
    try {
      int size = ServeSettings.read(List.of(), environment).limits().pageSize();
      remark(remarks, "tools", catalog.listed(CatalogKind.TOOLS).size(), size);
      remark(remarks, "prompts", catalog.listed(CatalogKind.PROMPTS).size(), size);
      remark(remarks, "resources", catalog.listed(CatalogKind.RESOURCES).size(), size);
      remark(
          remarks,
          "resource templates",
          catalog.listed(CatalogKind.RESOURCE_TEMPLATES).size(),
          size);
    } catch (UsageException e) {
      return List.of();
    }
    return remarks;
  }

  private static void remark(List<String> remarks, String what, int number, int size) {
    if (number > size) {
      remarks.add(
          "There are %d %s, and a page of their list has %d: several clients read the first page alone. See --page-size (BULLPEN_PAGE_SIZE)."
              .formatted(number, what, size));
    }
  }

  /** What a server asks of a project before it starts. */
  private interface Check {
    void run() throws ProjectException;
  }

  /** Why a server would not start. */
  private static Optional<String> refusal(Check check) {
    try {
      check.run();
      return Optional.empty();
    } catch (ProjectException e) {
      return Optional.of(e.getMessage());
    }
  }

  /** The environment as a server tells it to the project; what stops a server from starting. */
  private Map<String, String> told(Set<String> problems) {
    try {
      return ServeSettings.read(List.of(), environment).environment(environment);
    } catch (UsageException e) {
      problems.add(e.getMessage());
      return environment;
    }
  }

  /** Scripts that bash is given need no first line; no script works with line ends of Windows. */
  private Optional<String> unstartable(Path script) {
    Optional<String> failure = StartFailure.of(script, root, environment.getOrDefault("PATH", ""));
    return Files.isExecutable(script) || !Files.isReadable(script) ? failure : Optional.empty();
  }

  private static String inventory(Catalog catalog, Collection<Path> sources) {
    return String.join(
            ", ",
            count(catalog.tools(), "tool"),
            count(catalog.prompts(), "prompt"),
            count(catalog.resources(), "resource"),
            count(catalog.templates(), "resource template"),
            count(sources, "Java source"))
        + ".";
  }

  private static String count(Collection<?> things, String name) {
    return "%d %s%s".formatted(things.size(), name, things.size() == 1 ? "" : "s");
  }
}
