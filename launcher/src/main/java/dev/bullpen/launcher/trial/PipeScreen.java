package dev.bullpen.launcher.trial;

import dev.bullpen.launcher.Console;
import dev.bullpen.launcher.UsageException;
import dev.bullpen.launcher.ask.Progress;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.jline.reader.EOFError;
import org.jline.reader.Parser;

/**
 * Reads commands from a pipe or a file, one per line. No user can answer questions. Lines of
 * progress stay, and Ctrl-C ends the command, and with it the server.
 */
final class PipeScreen implements Screen {
  private final BufferedReader lines;
  private final Console console;
  private final Parser parser = Words.parser();

  PipeScreen(InputStream input, Console console) {
    this.lines = new BufferedReader(new InputStreamReader(input, StandardCharsets.UTF_8));
    this.console = console;
  }

  @Override
  public Optional<List<String>> read() throws UsageException, IOException {
    try {
      String line = lines.readLine();
      return line == null ? Optional.empty() : Optional.of(Words.of(parser, line));
    } catch (EOFError e) {
      throw new UsageException("a quote in this line is not closed. Close it.");
    } catch (IOException e) {
      throw new IOException("standard input cannot be read: " + e.getMessage(), e);
    }
  }

  @Override
  public void said(String line) {
    console.note(line);
  }

  @Override
  public void progress(Progress progress) {
    console.note(progress.text().strip());
  }

  @Override
  public Reply ask(Field field) {
    throw new IllegalStateException("there is no user to ask");
  }
}
