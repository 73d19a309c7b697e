package dev.bullpen.launcher.trial;

import dev.bullpen.launcher.ask.Progress;
import dev.bullpen.posix.log.Shown;
import java.io.IOError;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jline.keymap.KeyMap;
import org.jline.reader.Binding;
import org.jline.reader.Candidate;
import org.jline.reader.EndOfFileException;
import org.jline.reader.History;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.ParsedLine;
import org.jline.reader.Parser;
import org.jline.reader.UserInterruptException;
import org.jline.reader.Widget;
import org.jline.reader.impl.DefaultParser;
import org.jline.reader.impl.completer.StringsCompleter;
import org.jline.terminal.Attributes;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jline.utils.AttributedString;
import org.jline.utils.InfoCmp.Capability;

/**
 * A terminal with a user. Ctrl-C is a key here, not a signal, because a signal would also reach the
 * server, which is in the same process group.
 */
final class TerminalScreen implements Screen {
  private static final String BOLD = "\033[1m%s>\033[0m ";

  private static final List<String> COLOURS =
      List.of(
          LineReader.COMPLETION_STYLE_STARTING,
          LineReader.COMPLETION_STYLE_DESCRIPTION,
          LineReader.COMPLETION_STYLE_GROUP);

  /** Assumed for a terminal that does not report its size. */
  private static final int COLUMNS = 80;

  private final Object askLock = new Object();
  private final Terminal terminal;
  private final LineReader reader;
  private final String prompt;
  private final Parser parser = Words.parser();
  private final StringBuffer typedAhead = new StringBuffer();
  private Optional<Keys> keys = Optional.empty();
  private Optional<Thread> asking = Optional.empty(); // guarded by askLock
  private volatile boolean isBarShown;

  /**
   * Takes the terminal.
   *
   * @param server the server's name, which is the prompt
   * @param file the history's file; empty if the history is not kept
   */
  TerminalScreen(
      String server,
      Suggestions suggestions,
      History history,
      Optional<Path> file,
      boolean hasColour)
      throws IOException {
    this.prompt = hasColour ? BOLD.formatted(Shown.of(server)) : Shown.of(server) + "> ";
    this.terminal =
        TerminalBuilder.builder()
            .system(true)
            .provider("exec")
            .nativeSignals(false)
            .graphemeCluster(
                false) // would ask the terminal, whose late answer would count as typed
            .build();
    terminal.setAttributes(keysAlone(terminal.getAttributes()));
    this.reader =
        LineReaderBuilder.builder()
            .terminal(terminal)
            .parser(parser)
            .completer((unused, line, candidates) -> complete(suggestions, line, candidates))
            .history(history)
            .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true) // "!" is a letter
            .variables(variables(file, hasColour))
            .build();
    takeCtrlC(reader);
  }

  private static Map<String, Object> variables(Optional<Path> file, boolean hasColour) {
    Map<String, Object> variables = new HashMap<>();
    file.ifPresent(known -> variables.put(LineReader.HISTORY_FILE, known));
    if (!hasColour) {
      COLOURS.forEach(style -> variables.put(style, ""));
    }
    return variables;
  }

  private static void complete(
      Suggestions suggestions, ParsedLine line, List<Candidate> candidates) {
    suggestions
        .of(
            line.words().subList(0, line.wordIndex() + 1),
            line.word().substring(0, line.wordCursor()))
        .forEach(
            suggestion ->
                candidates.add(
                    new Candidate(
                        suggestion.value(),
                        Shown.of(suggestion.value()),
                        null,
                        suggestion.description().isEmpty()
                            ? null
                            : Shown.of(suggestion.description()),
                        null,
                        null,
                        suggestion.isWhole())));
  }

  /** No signals, no line editing and no echo, also between lines; JLine echoes what it reads. */
  private static Attributes keysAlone(Attributes attributes) {
    attributes.setLocalFlags(
        EnumSet.of(
            Attributes.LocalFlag.ISIG, Attributes.LocalFlag.ICANON, Attributes.LocalFlag.ECHO),
        false);
    attributes.setControlChar(Attributes.ControlChar.VMIN, 0);
    attributes.setControlChar(Attributes.ControlChar.VTIME, 1);
    return attributes;
  }

  /** Ctrl-C discards the line. */
  private static void takeCtrlC(LineReader reader) {
    Widget discard =
        () -> {
          throw new UserInterruptException(reader.getBuffer().toString());
        };
    KeyMap<Binding> keys = Objects.requireNonNull(reader.getKeyMaps().get(LineReader.MAIN));
    keys.bind(discard, KeyMap.ctrl('C'));
  }

  @Override
  public Optional<List<String>> read() {
    while (true) {
      try {
        runTypedAhead();
        return Optional.of(Words.of(parser, reader.readLine(prompt)));
      } catch (UserInterruptException e) {
        // The line is discarded, and a new one begins.
      } catch (EndOfFileException e) {
        return Optional.empty();
      }
    }
  }

  /** Feeds in the keys that were typed while a request ran. */
  private void runTypedAhead() {
    if (!typedAhead.isEmpty()) {
      reader.runMacro(typedAhead.toString());
      typedAhead.setLength(0);
    }
  }

  @Override
  public void said(String line) {
    clearProgress();
    reader.printAbove(Shown.of(line));
  }

  @Override
  public void progress(Progress progress) {
    if (!canMove()) {
      said(progress.text().strip());
      return;
    }
    int reported = terminal.getSize().getColumns();
    int columns = reported > 0 ? reported : COLUMNS;
    AttributedString bar = new AttributedString(progress.bar());
    terminal.writer().print("\r" + bar.columnSubSequence(0, columns - 1));
    terminal.puts(Capability.clr_eol);
    terminal.flush();
    isBarShown = true;
  }

  private boolean canMove() {
    return terminal.getStringCapability(Capability.clr_eol) != null;
  }

  @Override
  public void clearProgress() {
    if (isBarShown) {
      terminal.writer().print("\r");
      terminal.puts(Capability.clr_eol);
      terminal.flush();
      isBarShown = false;
    }
  }

  @Override
  public Reply ask(Field field) {
    LineReader asker =
        LineReaderBuilder.builder()
            .terminal(terminal)
            .parser(new DefaultParser().quoteChars(new char[0]).escapeChars(new char[0]))
            .completer(new StringsCompleter(field.values()))
            .variable(LineReader.DISABLE_HISTORY, true)
            .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
            .build();
    takeCtrlC(asker);
    Attributes before = terminal.getAttributes();
    synchronized (askLock) {
      asking = Optional.of(Thread.currentThread());
    }
    try {
      String text = asker.readLine(field.prompt(), field.isSecret() ? '*' : null);
      return new Reply(Outcome.TYPED, text.strip());
    } catch (UserInterruptException e) {
      return new Reply(Outcome.CANCELLED, "");
    } catch (EndOfFileException e) {
      return new Reply(Outcome.DECLINED, "");
    } catch (IOError e) {
      endAsking(); // withdrawn while the terminal was being prepared
      terminal.setAttributes(before);
      return new Reply(Outcome.CANCELLED, "");
    } finally {
      endAsking();
    }
  }

  private void endAsking() {
    synchronized (askLock) {
      asking = Optional.empty();
      Thread.interrupted(); // clears an interrupt of withdraw()
    }
  }

  @Override
  public void withdraw() {
    synchronized (askLock) {
      asking.ifPresent(Thread::interrupt);
    }
  }

  @Override
  public void watchKeys(Events events) {
    keys = Optional.of(Keys.watch(terminal, events, typedAhead));
  }

  @Override
  public void leaveKeys() {
    keys.ifPresent(Keys::leave);
    keys = Optional.empty();
  }

  /** Saves the history and restores the terminal. */
  @Override
  public void close() {
    try {
      reader.getHistory().save();
      terminal.close();
    } catch (IOException e) {
      // The command ends anyway.
    }
  }
}
