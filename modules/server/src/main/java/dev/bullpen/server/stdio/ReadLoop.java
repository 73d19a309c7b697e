package dev.bullpen.server.stdio;

import dev.bullpen.json.JsonSketch;
import dev.bullpen.protocol.JsonRpcError;
import dev.bullpen.protocol.Message;
import dev.bullpen.protocol.line.Line;
import dev.bullpen.protocol.line.LineReader;
import dev.bullpen.server.log.Sparingly;
import dev.bullpen.server.session.Session;
import dev.bullpen.wire.Safeguard;
import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Optional;

/** Reads lines until there are no more. No line, however bad, ends it. */
public final class ReadLoop {
  private static final Logger LOG = System.getLogger("bullpen.server");

  /** What an array can hold on every JVM. */
  private static final int NO_LIMIT = Integer.MAX_VALUE - 64;

  private final LineReader lines;
  private final int maxLineBytes;
  private final Session session;
  private final Runnable heard;
  private final Sparingly badLines = new Sparingly();

  /**
   * @param heard runs after each line
   */
  @SuppressWarnings("exports") // for benchmarks, which are on the class path
  public ReadLoop(InputStream in, int maxLineBytes, Session session, Runnable heard) {
    this.maxLineBytes = maxLineBytes;
    this.lines = new LineReader(in, Safeguard.LINE_LIMIT.on() ? maxLineBytes : NO_LIMIT);
    this.session = session;
    this.heard = heard;
  }

  public void run() {
    try {
      boolean more = true;
      while (more) {
        more = guarded(lines.next()) && !session.hasLeft();
      }
    } catch (IOException e) {
      LOG.log(Level.INFO, "standard input cannot be read any more: " + e.getMessage());
    }
  }

  /** A defect of this server ends only the line in which it was found. */
  private boolean guarded(Line line) {
    try {
      boolean more = take(line);
      heard.run();
      return more;
    } catch (RuntimeException | Error e) {
      session.fail(e);
      return !(line instanceof Line.End);
    }
  }

  private boolean take(Line line) {
    if (line instanceof Line.Text text) {
      return take(Message.parse(text.utf8()), text.utf8());
    } else if (line instanceof Line.TooLong tooLong) {
      return refuse(tooLong.sketch(), JsonRpcError.lineTooLong(tooLong.bytes(), maxLineBytes));
    } else if (line instanceof Line.NoRoom noRoom) {
      return refuse(noRoom.sketch(), JsonRpcError.noRoomForLine(noRoom.bytes()));
    }
    return false;
  }

  private boolean refuse(Optional<JsonSketch> sketch, JsonRpcError error) {
    session.refuse(Message.refused(sketch, error));
    return noteBadLine(error);
  }

  private boolean take(Message message, byte[] line) {
    session.accept(message, line);
    return !(message instanceof Message.Invalid invalid) || noteBadLine(invalid.error());
  }

  private boolean noteBadLine(JsonRpcError error) {
    badLines.log(LOG, Level.WARNING, "a bad line of input: " + error.message());
    return Safeguard.RESYNC.on();
  }
}
