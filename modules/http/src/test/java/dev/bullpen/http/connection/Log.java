package dev.bullpen.http.connection;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.regex.Pattern;

/** What is logged to standard error until it is closed. */
final class Log implements AutoCloseable {
  private final PrintStream before = System.err;
  private final ByteArrayOutputStream said = new ByteArrayOutputStream();

  Log() {
    System.setErr(new PrintStream(said, true, UTF_8));
  }

  boolean has(String part) {
    return said.toString(UTF_8).contains(part);
  }

  int count(String part) {
    return said.toString(UTF_8).split(Pattern.quote(part), -1).length - 1;
  }

  @Override
  public void close() {
    System.setErr(before);
  }
}
