package dev.bullpen.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.launcher.share.BashCompletion;
import dev.bullpen.launcher.share.Shells;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;

/** Values that are one of some words: what the help, the errors and the completions say of them. */
class ChoiceTests {
  @TempDir Path folder;

  private final Commands commands =
      Commands.of(new Home(Path.of("/"), Path.of("/lib/archive/none")), Map.of());

  @Test
  void words_are_joined_as_in_a_sentence() {
    assertEquals("on", Choice.of("on").toString());
    assertEquals("on or off", Choice.of("on", "off").toString());
    assertEquals("a, b or c", Choice.of("a", "b", "c").toString());
    assertEquals(
        "a, b (the best) or c", Choice.of("a").with("b", "the best").with("c", "").explained());
  }

  /** Arguments with words, by the words of the command line before their value. */
  private Map<List<String>, ArgSpec> choices() {
    Map<List<String>, ArgSpec> choices = new LinkedHashMap<>();
    CommandSpec root = commands.spec();
    add(root, List.of("launcher"), choices);
    for (CommandLine each : root.subcommands().values()) {
      CommandSpec command = each.getCommandSpec();
      add(command, List.of("launcher", command.name()), choices);
      command.positionalParameters().stream()
          .filter(parameter -> parameter.completionCandidates() != null)
          .forEach(parameter -> choices.put(List.of("launcher", command.name()), parameter));
    }
    return choices;
  }

  private static void add(
      CommandSpec command, List<String> before, Map<List<String>, ArgSpec> choices) {
    command.options().stream()
        .filter(option -> option.completionCandidates() != null)
        .forEach(
            option -> {
              List<String> words = new ArrayList<>(before);
              words.add(option.longestName());
              choices.put(words, option);
            });
  }

  @Test
  void each_word_is_in_the_help_and_is_completed() throws IOException {
    Map<List<String>, ArgSpec> choices = choices();
    assertTrue(choices.size() >= 15, choices.keySet().toString());
    Path completion = folder.resolve("bash");
    Files.writeString(completion, BashCompletion.of(commands.spec(), List.of("launcher")));

    choices.forEach(
        (before, argument) -> {
          List<String> words = new ArrayList<>();
          argument.completionCandidates().forEach(words::add);
          String help = argument.description()[0];
          assertTrue(words.stream().allMatch(help::contains), before + ": " + help);
          List<String> typed = new ArrayList<>(before);
          typed.add("");
          assertEquals(
              words,
              Shells.bash(folder, completion, typed.toArray(String[]::new)),
              before::toString);
        });
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "logs --level warnign | --level is \"warnign\", but must be debug, info, warning or error. Did you mean warning?",
        "bundle --platform windows | --platform is \"windows\", but must be darwin, linux or all.",
        "new x --lang pyhton | --lang is \"pyhton\", but must be sh, bash, python, node or java. Did you mean python?",
        "scaffold tol x | KIND is \"tol\", but must be tool, prompt, resource, completion, ui or test. Did you mean tool?",
        "list tols | KIND is \"tols\", but must be tools, prompts, resources or templates. Did you mean tools?",
        "registry refrsh | WHAT is \"refrsh\", but must be refresh or status. Did you mean refresh?",
        "config --client cursr | --client is \"cursr\", but must be claude-desktop, claude-code, cursor, vscode, windsurf, zed, librechat, codex or goose. Did you mean cursor?"
      })
  void another_word_is_refused_with_those_there_are_and_the_nearest(String words, String sentence) {
    Spoken spoken = new Spoken(false);
    UsageException e =
        assertThrows(
            UsageException.class,
            () -> commands.run(Arrays.asList(words.split(" ")), spoken.console()));

    assertEquals(sentence, e.getMessage());
  }
}
