package dev.bullpen.launcher.share;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** The manual page in the macros of man(7), with the sentences of the help. */
public final class ManualPage {
  /** A line of the help that explains a name: two spaces, the name, and a column of text. */
  private static final Pattern EXPLAINED = Pattern.compile("  (\\S+) {2,}(\\S.*)");

  private final StringBuilder text = new StringBuilder();

  private ManualPage() {}

  /**
   * The text of {@code NAME.1}.
   *
   * @param names the command's name, and other names for the same command
   * @param purpose the text after the names in lists of pages
   * @param date such as 2026-01-31
   */
  public static String of(
      CommandSpec root, List<String> names, String purpose, String version, String date) {
    ManualPage page = new ManualPage();
    page.text.append(
        ".TH \"%s\" 1 \"%s\" \"Bullpen %s\" \"User Commands\"\n"
            .formatted(names.get(0).toUpperCase(Locale.ROOT), date, version));
    page.section("NAME");
    page.line(roff(String.join(", ", names)) + " \\- " + roff(purpose));
    page.section("SYNOPSIS");
    page.synopsis(root);
    page.section("DESCRIPTION");
    page.line(
        Arrays.stream(root.usageMessage().header())
            .map(each -> roff(Words.plain(each)))
            .filter(each -> !each.isBlank())
            .collect(Collectors.joining("\n")));
    page.section("SETTINGS OF A SERVER");
    page.line(roff("Each may be set by an environment variable instead."));
    root.options().forEach(page::option);
    page.section("COMMANDS");
    Words.commands(root).forEach(page::command);
    page.section("EXIT STATUS");
    page.exitCodes(root.usageMessage());
    page.section("ENVIRONMENT");
    page.paragraphs(root.usageMessage().footer());
    return page.text.toString();
  }

  private void command(CommandSpec command) {
    line(".SS " + roff(command.qualifiedName()));
    synopsis(command);
    UsageMessageSpec usage = command.usageMessage();
    paragraphs(usage.header());
    paragraphs(usage.description());
    command.positionalParameters().forEach(this::positional);
    command.options().forEach(this::option);
    paragraphs("Exit status:");
    exitCodes(usage);
    paragraphs(usage.footer());
  }

  /** In a custom synopsis, the lines after the first empty one are text. */
  private void synopsis(CommandSpec command) {
    String[] custom = command.usageMessage().customSynopsis();
    List<String> lines =
        custom.length == 0
            ? List.of(new Help(command, Help.defaultColorScheme(Ansi.OFF)).synopsis(0))
            : Arrays.asList(custom);
    int end = lines.contains("") ? lines.indexOf("") : lines.size();
    line(
        lines.subList(0, end).stream()
            .map(each -> roff(Words.plain(each).strip().replaceAll("\\s+", " ")))
            .collect(Collectors.joining("\n.br\n")));
    paragraphs(lines.subList(end, lines.size()).toArray(String[]::new));
  }

  private void positional(PositionalParamSpec parameter) {
    tagged("\\fI" + roff(parameter.paramLabel()) + "\\fR", meaning(parameter));
  }

  private void option(OptionSpec option) {
    String names =
        Arrays.stream(option.names())
            .map(name -> "\\fB" + roff(name) + "\\fR")
            .collect(Collectors.joining(", "));
    tagged(
        Words.takesValue(option) ? names + " \\fI" + roff(option.paramLabel()) + "\\fR" : names,
        meaning(option));
  }

  private static String meaning(ArgSpec argument) {
    return Arrays.stream(argument.description())
        .map(each -> roff(Words.plain(each)))
        .collect(Collectors.joining("\n.br\n"));
  }

  private void exitCodes(UsageMessageSpec usage) {
    for (Map.Entry<String, String> code : usage.exitCodeList().entrySet()) {
      tagged(roff(code.getKey()), roff(Words.plain(code.getValue())));
    }
  }

  /** Formats lines of the help: an empty one ends a paragraph, and an indented one is kept. */
  private void paragraphs(String... lines) {
    boolean begins = true;
    for (String each : lines) {
      String plain = Words.plain(each);
      Matcher explained = EXPLAINED.matcher(plain);
      if (explained.matches()) {
        tagged("\\fB" + roff(explained.group(1)) + "\\fR", roff(explained.group(2)));
        begins = true;
      } else if (!plain.isBlank()) {
        if (begins) {
          line(".PP");
        }
        line(plain.startsWith("  ") ? ".nf\n" + roff(plain) + "\n.fi" : roff(plain));
        begins = false;
      } else {
        begins = true;
      }
    }
  }

  private void tagged(String tag, String meaning) {
    line(".TP\n" + tag + "\n" + meaning);
  }

  private void section(String title) {
    line(".SH " + title);
  }

  private void line(String line) {
    text.append(line).append('\n');
  }

  /** Escapes text that groff would take for requests or replace by typographic characters. */
  private static String roff(String plain) {
    String escaped =
        plain
            .replace("\\", "\\(rs")
            .replace("-", "\\-")
            .replace("'", "\\(aq")
            .replace("\"", "\\(dq")
            .replace("^", "\\(ha")
            .replace("~", "\\(ti")
            .replace("`", "\\(ga");
    return escaped.startsWith(".") ? "\\&" + escaped : escaped;
  }
}
