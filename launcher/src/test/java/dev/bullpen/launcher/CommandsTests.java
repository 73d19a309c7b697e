package dev.bullpen.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.project.metadata.ProjectException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

class CommandsTests {
  private final Spoken spoken = new Spoken(false);
  private final Remembering command = new Remembering();

  @Test
  void the_help_names_every_setting_every_twin_and_every_command() throws UsageException {
    assertEquals(ExitCode.DONE, run("--help"));

    for (Setting setting : Setting.values()) {
      String value = setting.isSwitch() ? "" : "=" + setting.label;
      assertTrue(spoken.out().contains(setting.flag() + value), setting.flag());
      setting.twins.forEach(twin -> assertTrue(spoken.out().contains("$" + twin), twin));
    }
    assertTrue(spoken.out().contains("remember"));
    assertTrue(spoken.out().contains("keeps in mind"));
  }

  @Test
  void no_line_of_the_help_is_wider_than_half_a_screen() throws UsageException {
    run("--help");

    assertTrue(spoken.out().lines().allMatch(line -> line.length() <= 100));
  }

  @Test
  void without_a_terminal_the_help_has_no_colour_and_with_one_it_has() throws UsageException {
    run("--help");
    assertFalse(spoken.out().contains("\033"));

    Spoken terminal = new Spoken(true);
    new Commands(List.of(command)).run(List.of("--help"), terminal.console());
    assertTrue(terminal.out().contains("\033"));
  }

  @Test
  void the_version_is_one_line() throws UsageException {
    assertEquals(ExitCode.DONE, run("--version"));

    assertTrue(spoken.out().matches("bullpen [^\\n]+\\R"), spoken.out());
  }

  @Test
  void a_command_gets_its_words_and_its_exit_code_is_passed_on() throws UsageException {
    assertEquals(42, run("remember", "a", "--what", "this", "--why", "not"));

    assertEquals(List.of("this"), command.remembered);
  }

  @Test
  void what_a_command_throws_is_reported_and_is_a_failure() throws UsageException {
    command.deed =
        () -> {
          throw new ProjectException("it is none");
        };
    assertEquals(ExitCode.FAILED, run("remember", "a", "--why", "b"));
    assertEquals("launcher: it is none\n", spoken.err());
  }

  @Test
  void a_file_that_a_command_cannot_use_is_named_with_the_cause() throws UsageException {
    command.deed =
        () -> {
          throw new NoSuchFileException("/nowhere");
        };
    assertEquals(ExitCode.FAILED, run("remember", "a", "--why", "b"));
    assertEquals("launcher: /nowhere: there is no such file\n", spoken.err());
  }

  @Test
  void an_interrupted_command_has_failed_and_its_thread_stays_interrupted() throws UsageException {
    command.deed =
        () -> {
          throw new InterruptedException();
        };
    assertEquals(ExitCode.FAILED, run("remember", "a", "--why", "b"));
    assertTrue(Thread.interrupted());
  }

  @Test
  void output_that_is_lost_is_a_failure_whatever_the_command_returns() throws UsageException {
    OutputStream full =
        new OutputStream() {
          @Override
          public void write(int octet) throws IOException {
            throw new IOException("no space left");
          }
        };
    Console console = new Console(new PrintStream(full), spoken.console().err(), false);

    assertEquals(ExitCode.FAILED, new Commands(List.of(command)).run(List.of("--help"), console));
    assertTrue(
        spoken.err().startsWith("launcher: not all of the output could be written"), spoken.err());
  }

  @Test
  void a_command_has_a_help_of_its_own() throws UsageException {
    assertEquals(ExitCode.DONE, run("remember", "--help"));

    assertTrue(spoken.out().contains("launcher remember"), spoken.out());
    assertTrue(spoken.out().contains("--what"), spoken.out());
    assertEquals(List.of(), command.remembered);
  }

  @Test
  void an_unknown_command_is_refused_with_those_there_are() {
    assertEquals(
        "there is no command \"forget\". The commands are remember; without one, Bullpen serves."
            + " See launcher --help.",
        refused("forget"));
  }

  @Test
  void an_unknown_command_gets_the_nearest_one() {
    assertTrue(
        refused("remembr").startsWith("there is no command \"remembr\". Did you mean remember?"));
    assertTrue(refused("/").startsWith("there is no command \"/\". Did you mean --project /?"));
  }

  @Test
  void help_and_version_are_words_too() throws UsageException {
    assertEquals(ExitCode.DONE, run("help"));
    assertTrue(spoken.out().contains("Settings of a server"), spoken.out());
    assertEquals(ExitCode.DONE, run("help", "remember"));
    assertTrue(spoken.out().contains("--what"), spoken.out());
    assertEquals(ExitCode.DONE, run("version"));
    assertTrue(spoken.out().contains("bullpen "), spoken.out());
    assertTrue(refused("help", "forget").startsWith("there is no command \"forget\""));
  }

  @Test
  void what_is_wrong_with_the_words_is_reported_in_one_form() {
    String help = ". See launcher remember --help.";

    assertEquals(
        "there is no option --nonsense" + help,
        refused("remember", "a", "--why", "r", "--nonsense", "/tmp"));
    assertEquals("unexpected argument \"b\"" + help, refused("remember", "a", "--why", "r", "b"));
    assertEquals("NAME is missing: of whom" + help, refused("remember", "--why", "r"));
    assertEquals(
        "there is no option --waht. Did you mean --what? See launcher remember --help.",
        refused("remember", "a", "--why", "r", "--waht=/tmp"));
    assertEquals(
        "--what needs a value: --what W" + help, refused("remember", "a", "--why", "r", "--what"));
    assertEquals(
        "--why REASON is missing: to what end" + help, refused("remember", "a", "--what", "b"));
  }

  @Test
  void of_an_option_given_twice_the_last_counts_and_no_file_is_read_for_words()
      throws UsageException {
    assertEquals(42, run("remember", "@a", "--why", "c", "--what", "1", "--what", "@2"));

    assertEquals(List.of("@2"), command.remembered);
  }

  private String refused(String... words) {
    return assertThrows(UsageException.class, () -> run(words)).getMessage();
  }

  private int run(String... arguments) throws UsageException {
    return new Commands(List.of(command)).run(List.of(arguments), spoken.console());
  }

  private interface Deed {
    int run() throws ProjectException, IOException, InterruptedException;
  }

  private static final class Remembering implements Command {
    private final List<String> remembered = new ArrayList<>();
    private Deed deed = () -> 42;

    @Override
    public CommandSpec spec() {
      CommandSpec spec = CommandSpec.create().name("remember");
      spec.addOption(OptionSpec.builder("--what").paramLabel("W").type(String.class).build());
      spec.addOption(
          OptionSpec.builder("--why")
              .paramLabel("REASON")
              .type(String.class)
              .description("to what end")
              .required(true)
              .build());
      spec.addPositional(
          PositionalParamSpec.builder()
              .index("0")
              .paramLabel("NAME")
              .type(String.class)
              .description("of whom")
              .required(true)
              .build());
      spec.usageMessage().header("keeps in mind");
      return spec;
    }

    @Override
    public int run(ParseResult words, Console console)
        throws ProjectException, IOException, InterruptedException {
      remembered.add(words.matchedOptionValue("--what", ""));
      return deed.run();
    }
  }
}
