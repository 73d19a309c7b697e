package dev.bullpen.launcher;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** What {@code --help} says, of the whole and of each command. */
final class Help {
  /** Wide enough for the settings and what they mean, narrow enough for half a screen. */
  private static final int WIDTH_COLUMNS = 100;

  private Help() {}

  static CommandSpec of(List<Command> commands) {
    CommandSpec spec = CommandSpec.create().name("launcher").version(CalledAs.current().version());
    for (Setting setting : Setting.values()) {
      spec.addOption(
          OptionSpec.builder(setting.flag())
              .paramLabel(setting.label())
              .type(String.class)
              .description(setting.help(), "@|faint $" + String.join(", $", setting.twins()) + "|@")
              .build());
    }
    spec.addOption(
        OptionSpec.builder("-V", "--version")
            .versionHelp(true)
            .description("print the version")
            .build());
    describe(spec);
    for (Command command : commands) {
      CommandSpec its = command.spec().name(command.name());
      its.usageMessage().synopsisHeading("@|bold Usage:|@ ");
      spec.addSubcommand(command.name(), withHelp(its));
    }
    return withHelp(spec);
  }

  private static CommandSpec withHelp(CommandSpec spec) {
    spec.addOption(
        OptionSpec.builder("-h", "--help").usageHelp(true).description("print this help").build());
    spec.usageMessage()
        .width(WIDTH_COLUMNS)
        .sortOptions(false)
        .exitCodeListHeading("%n@|bold Exit codes:|@%n");
    return spec;
  }

  private static void describe(CommandSpec spec) {
    spec.usageMessage()
        .header(
            "@|bold Bullpen|@ serves the Model Context Protocol from a folder of scripts,",
            "and never leaves a process behind.",
            "")
        .synopsisHeading("@|bold Usage:|@%n")
        .customSynopsis(
            "  @|bold launcher|@ [@|yellow SETTING|@]...             serve a client on standard"
                + " input and output",
            "  @|bold launcher|@ @|bold COMMAND|@ [@|yellow OPTION|@]...      do one thing and end")
        .optionListHeading(
            "%n@|bold Settings of a server,|@ each with its stand-in in the environment:%n")
        .commandListHeading(
            "%n@|bold Commands,|@ each with a --help of its own (launcher help COMMAND):%n")
        .exitCodeList(exitCodes())
        .footerHeading("%n@|bold The JVM|@ and folders are chosen and set by the environment:%n")
        .footer(
            "  JAVA_HOME             the JDK to run on, 17 or newer; else the java on PATH",
            "  BULLPEN_JAVA_OPTS     more options for the JVM, such as -Xmx512m; it refuses wrong ones itself",
            "  BULLPEN_CACHE         where classes of Java programs are kept (default: ~/.cache/bullpen)",
            "  BULLPEN_ARCHIVES      off: no class archives are made for the JDK in use",
            "  BULLPEN_REHEARSAL     off: a server does not ask itself, before anybody does, to become fast",
            "  BULLPEN_JOB_TMPDIR    shared: scripts use the server's TMPDIR, not one for each call",
            "  BULLPEN_LOG_LEVEL     debug, info, warning, error or off (default: info)",
            "  BULLPEN_LOG_FORMAT    json: each line of the log is an object (default: text)",
            "  BULLPEN_LOG_FILE      a file for the log instead of standard error",
            "",
            "Begin with @|bold launcher demo|@.");
  }

  private static Map<String, String> exitCodes() {
    Map<String, String> codes = new LinkedHashMap<>();
    codes.put("0", "done; a server's client has closed its end");
    codes.put(
        "1", "failed; standard error says why; of a wrong BULLPEN_JAVA_OPTS, in the JVM's words");
    codes.put("2", "a word or a value is wrong; nothing was started");
    codes.put("129, 130, 143", "a server was ended by SIGHUP, by SIGINT, by SIGTERM");
    return codes;
  }
}
