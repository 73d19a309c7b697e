package dev.bullpen.project.catalog;

import dev.bullpen.project.completion.CompletionTable;
import dev.bullpen.project.file.Folder;
import dev.bullpen.project.file.JavaProgram;
import dev.bullpen.project.file.Layout;
import dev.bullpen.project.file.TrustCheck;
import dev.bullpen.project.script.ScriptCommand;
import dev.bullpen.project.script.ScriptWay;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Collections;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Finds completion scripts that others than their owner may write or replace. They are run all the
 * same: mcp-bash runs them, and a checkout made with umask 002 has no others. Programs in Java are
 * not; see {@link ScriptCommand}.
 */
final class OpenCompletions {
  private static final Set<PosixFilePermission> OTHERS =
      Set.of(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE);

  private final Layout layout;
  private final SortedMap<Path, Folder> scripts = new TreeMap<>();

  OpenCompletions(
      Layout layout, CompletionTable registered, CompletionPrograms.Catalogued catalogued) {
    this.layout = layout;
    registered.scripts().forEach(entry -> add(layout.root(), Optional.of(entry.script())));
    catalogued.prompts().all().forEach(one -> add(layout.prompts(), one.completionScript()));
    catalogued.resources().all().forEach(one -> add(layout.resources(), one.completionScript()));
    catalogued.templates().all().forEach(one -> add(layout.resources(), one.completionScript()));
  }

  private void add(Folder folder, Optional<String> script) {
    script
        .flatMap(folder::resolve)
        .filter(path -> !JavaProgram.is(path))
        .ifPresent(path -> scripts.put(path, folder));
  }

  /** Say which they are, a sentence each. */
  void report(Consumer<String> problems) {
    scripts.forEach(
        (script, folder) -> {
          if (isOpen(script)) {
            problems.accept(
                "Completion script %s may be written by its group or by everybody, who so decide what it does. Run chmod go-w %s."
                    .formatted(script, script));
          } else {
            replaceable(script, folder)
                .ifPresent(
                    found ->
                        problems.accept(
                            "Completion script %s can be replaced by another user: %s. Run %s."
                                .formatted(script, found.fact(), found.nextStep())));
          }
        });
  }

  private Optional<TrustCheck.Objection> replaceable(Path script, Folder folder) {
    try {
      return ScriptWay.to(script, script.toRealPath(), layout, folder).objectionBesideScript();
    } catch (IOException e) {
      return Optional.empty(); // gone, or not to be read now, which the reading notes
    }
  }

  private static boolean isOpen(Path script) {
    try {
      return !Collections.disjoint(Files.getPosixFilePermissions(script), OTHERS);
    } catch (IOException | UnsupportedOperationException e) {
      return false; // gone, or on a file system without permissions
    }
  }
}
