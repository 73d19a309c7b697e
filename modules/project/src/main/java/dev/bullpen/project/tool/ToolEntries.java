package dev.bullpen.project.tool;

import dev.bullpen.project.file.EscapedBytes;
import dev.bullpen.project.file.Folder;
import dev.bullpen.project.file.Layout;
import dev.bullpen.project.metadata.JavaEntry;
import dev.bullpen.project.metadata.Members;
import dev.bullpen.project.registration.Registration;
import dev.bullpen.project.registration.RegistrationKind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.databind.node.ObjectNode;

/**
 * The tools that a registration names. Their paths are relative to the tools folder, as mcp-bash
 * has it, or to the project.
 */
public final class ToolEntries {
  private final Layout layout;
  private final Consumer<String> problems;

  private ToolEntries(Layout layout, Consumer<String> problems) {
    this.layout = layout;
    this.problems = problems;
  }

  /** In the order of the registration; an entry that names no script is said and left out. */
  public static List<ToolSource> of(
      Registration registration, Layout layout, Consumer<String> problems) {
    List<ObjectNode> entries = registration.tools().orElse(List.of());
    ToolEntries reader = new ToolEntries(layout, problems);
    List<ToolSource> sources = new ArrayList<>();
    for (int i = 0; i < entries.size(); i++) {
      String where = registration.where(layout.root(), RegistrationKind.TOOLS, i);
      ObjectNode entry = JavaEntry.asPath(entries.get(i), layout.tools(), layout.root(), false);
      reader.read(entry, where).ifPresent(sources::add);
    }
    return List.copyOf(sources);
  }

  private Optional<ToolSource> read(ObjectNode entry, String where) {
    Optional<String> path = Members.text(entry, "path");
    if (path.isEmpty() || Members.text(entry, "name").isEmpty()) {
      problems.accept(where + " is ignored: it lacks its name or its path. Add both.");
      return Optional.empty();
    }
    Optional<Path> script = script(layout.tools(), path.get());
    if (script.isEmpty()) {
      script = script(layout.root(), path.get());
    }
    if (script.isEmpty()) {
      problems.accept(
          "%s is ignored: there is no file \"%s\". Create it or correct \"path\", which is relative to the tools folder or the project."
              .formatted(where, EscapedBytes.of(path.get())));
    } else if (!layout.tools().contains(script.get()) && !layout.root().contains(script.get())) {
      problems.accept(
          "%s is ignored: \"%s\" is outside the project. Move the script into it."
              .formatted(where, EscapedBytes.of(path.get())));
      return Optional.empty();
    }
    return script.map(
        file -> new ToolSource(path.get(), file, entry, layout.root().path(), where, false));
  }

  private static Optional<Path> script(Folder folder, String path) {
    return folder.resolve(path).filter(Files::isRegularFile);
  }
}
