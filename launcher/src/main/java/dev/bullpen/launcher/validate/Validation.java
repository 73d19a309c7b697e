package dev.bullpen.launcher.validate;

import dev.bullpen.launcher.CalledAs;
import dev.bullpen.launcher.ServeSettings;
import dev.bullpen.launcher.UsageException;
import dev.bullpen.launcher.Variables;
import dev.bullpen.pool.job.StartFailure;
import dev.bullpen.project.Project;
import dev.bullpen.project.ToolResolver;
import dev.bullpen.project.catalog.Catalog;
import dev.bullpen.project.catalog.CatalogKind;
import dev.bullpen.project.file.Layout;
import dev.bullpen.project.metadata.ProjectException;
import dev.bullpen.project.tool.Tool;
import dev.bullpen.server.SchemaProblems;
import dev.bullpen.server.program.CompilerCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Checks a whole project.
 *
 * @param root the project's folder
 * @param home the distribution
 */
record Validation(Path root, Path home, Map<String, String> environment, Findings findings) {
  Validation(Path root, Path home, Map<String, String> environment) {
    this(root, home, environment, new Findings());
  }

  /** Adds to the findings, and returns a summary of what was checked. */
  String run() throws IOException {
    Project project = Project.open(root, ofProject(), home, findings::problem);
    Catalog catalog = project.catalog();
    catalog.problems().forEach(findings::problem);
    for (Tool tool : catalog.tools()) {
      if (project.tools().resolve(tool.name()) instanceof ToolResolver.Broken broken) {
        findings.problem(broken.detail());
      }
    }
    Variables.unknown(environment).forEach(findings::problem);
    project.toolPolicy().problem().ifPresent(findings::problem);
    checkStart(project::checkServerFolder);
    checkStart(project::remoteToken);
    project.toolPolicy().strangers(catalog.tools()).forEach(findings::problem);
    SchemaProblems.of(catalog.tools()).forEach(findings::problem);
    project.scripts().forEach(script -> unstartable(script).ifPresent(findings::problem));
    project.notes().forEach(findings::note);
    project.missingVariables().forEach(findings::note);
    SchemaProblems.warnings(catalog.tools()).forEach(findings::note);
    noteLongLists(catalog);
    Layout layout = Layout.of(root, environment, home);
    new MetadataCheck(layout, findings).checkAll(catalog);
    new Misplaced(layout, project.scripts(), findings).find();
    if (CalledAs.current() == CalledAs.MCP_BASH) {
      McpBashCheck check = new McpBashCheck(project.identity().name(), findings);
      check.tools(layout.tools());
      check.others(layout.prompts(), "prompts");
      check.others(layout.resources(), "resources");
    }
    checkEmpty(catalog, project, layout);
    new SyntaxCheck(root, environment, findings).check(scripts(project, layout));
    HiddenCharacters.find(catalog, findings);
    DescribedFile.find(catalog, List.of(layout.root(), layout.tools()), findings);
    SortedSet<Path> sources = project.javaSources();
    new SourceCheck(root, CompilerCommand.of(home, environment)).check(sources, findings);
    return inventory(catalog, sources);
  }

  /** Reports an empty project, unless a script may register items. */
  private void checkEmpty(Catalog catalog, Project project, Layout layout) {
    if (layout.isThere()
        && catalog.tools().isEmpty()
        && catalog.prompts().isEmpty()
        && catalog.resources().isEmpty()
        && catalog.templates().isEmpty()
        && catalog.completions().targets().isEmpty()
        && project.scripts().isEmpty()
        && project.javaSources().isEmpty()
        && Files.notExists(layout.server().path().resolve("register.sh"))) {
      findings.problem(
          "No tools, prompts or resources were found in %s. A tool is a script in a folder of its own, tools/NAME/tool.sh."
              .formatted(layout.root().path()));
    }
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

  private void noteLongLists(Catalog catalog) {
    int size;
    try {
      size = ServeSettings.read(List.of(), environment).limits().pageSize();
    } catch (UsageException e) {
      return;
    }
    for (CatalogKind kind : CatalogKind.values()) {
      int number = catalog.listed(kind).size();
      if (number > size) {
        findings.note(
            "There are %d %s, and a page of their list has %d: several clients read only the first page. See --page-size (BULLPEN_PAGE_SIZE)."
                .formatted(number, kind.name().toLowerCase(Locale.ROOT).replace('_', ' '), size));
      }
    }
  }

  private interface Check {
    void run() throws ProjectException;
  }

  private void checkStart(Check check) {
    try {
      check.run();
    } catch (ProjectException e) {
      findings.problem(e.getMessage());
    }
  }

  /**
   * The environment of the project in a server. A setting that would stop a server is a problem.
   */
  private Map<String, String> ofProject() {
    try {
      return ServeSettings.read(List.of(), environment).environment(environment);
    } catch (UsageException e) {
      findings.problem(e.getMessage());
      return environment;
    }
  }

  /** Why a script cannot be started; one that is readable but not executable is run by bash. */
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
