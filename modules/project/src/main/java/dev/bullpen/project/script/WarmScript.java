package dev.bullpen.project.script;

import dev.bullpen.project.file.JavaProgram;
import dev.bullpen.project.file.SmallFile;
import dev.bullpen.project.metadata.EntryException;
import dev.bullpen.project.metadata.StrictMembers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Scripts that say {@code "warm": true}: a shell that is held ready may source them instead of
 * being started for them. Their first line has to name a shell that does the same either way, with
 * no options but those of {@code set} that change nothing before the first line runs.
 */
public final class WarmScript {
  public static final String KEY = "warm";

  /** What the kernel reads of a first line; see execve(2). */
  private static final int FIRST_LINE_BYTES = 255;

  private static final Pattern FIRST_LINE =
      Pattern.compile(
          "#![ \t]*(?:(/(?:usr/)?bin/(?:ba)?sh)(?:[ \t]+(-[efu]+))?|(/usr/bin/env)[ \t]+((?:ba)?sh))"
              + "[ \t]*");

  private WarmScript() {}

  /** The member of an entry; false when it is missing or null. */
  public static boolean read(ObjectNode entry) throws EntryException {
    return StrictMembers.optional(
            entry,
            KEY,
            value -> Optional.of(value).filter(JsonNode::isBoolean).map(JsonNode::booleanValue),
            () -> "neither true nor false",
            "Write \"warm\": true, or leave it out")
        .orElse(false);
  }

  /**
   * The words of a script's first line, if a shell may source it: the shell's path or {@code
   * /usr/bin/env} and its name, then its options, if any. Empty if it has to be started.
   *
   * @param command the script alone, if it can be executed
   */
  public static List<String> shell(List<String> command) {
    return command.size() == 1 ? shell(Path.of(command.get(0))) : List.of();
  }

  private static List<String> shell(Path script) {
    Matcher matcher = FIRST_LINE.matcher(firstLine(script));
    if (!matcher.matches()) {
      return List.of();
    }
    if (matcher.group(3) != null) {
      return List.of(matcher.group(3), matcher.group(4));
    }
    return matcher.group(2) == null
        ? List.of(matcher.group(1))
        : List.of(matcher.group(1), matcher.group(2));
  }

  private static String firstLine(Path script) {
    String head = new String(SmallFile.head(script, FIRST_LINE_BYTES), StandardCharsets.ISO_8859_1);
    int end = head.indexOf('\n');
    return end < 0 ? "" : head.substring(0, end); // a line that long is no shell's
  }

  /** Why a script that says it is warm has to be started all the same, as a sentence and a hint. */
  public static Optional<String> objection(Path script, ScriptLimits limits) {
    if (JavaProgram.is(script)) {
      return Optional.of(
          "\"warm\" is ignored: %s is no script, and runs without a process. Leave it out."
              .formatted(script));
    }
    if (!limits.isNone()) {
      return Optional.of(
          "\"warm\" is ignored: %s has \"limits\", which only a process of its own can be given. Leave out one of the two."
              .formatted(script));
    }
    if (!Files.isExecutable(script)) {
      return Optional.of(
          "\"warm\" is ignored: %s is not executable. Run chmod +x %s.".formatted(script, script));
    }
    if (shell(script).isEmpty()) {
      return Optional.of(
          "\"warm\" is ignored: %s does not begin with #!/bin/sh, #!/bin/bash, #!/usr/bin/env sh or #!/usr/bin/env bash, with no options but -e, -f and -u. Let it, or leave out \"warm\"."
              .formatted(script));
    }
    return Optional.empty();
  }
}
