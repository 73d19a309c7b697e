package dev.bullpen.server.stdio;

import dev.bullpen.posix.thread.NoThreadException;
import dev.bullpen.project.metadata.ProjectException;
import dev.bullpen.protocol.line.ClientOutput;
import dev.bullpen.protocol.line.OutgoingLines;
import dev.bullpen.server.ServeOptions;
import dev.bullpen.server.client.Principal;
import dev.bullpen.server.engine.Engine;
import dev.bullpen.server.log.StderrLoggers;
import dev.bullpen.server.session.Session;
import dev.bullpen.server.thread.DaemonThreads;
import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Serves one client on standard input and output, until its last answer is out or the client is
 * gone. Then ends everything that was started.
 */
public final class StdioServer {
  private static final Logger LOG = System.getLogger("bullpen.server");

  /** The exit code of a server that could not even begin to end. */
  private static final int BROKEN = 1;

  private static final String IS_ENDING =
      "The server is ending, so this call was stopped before it had finished";

  private final CompletableFuture<End> end = new CompletableFuture<>();
  private final CompletableFuture<Void> closed = new CompletableFuture<>();
  private final AtomicBoolean inputEnded = new AtomicBoolean();
  private final Engine engine;
  private final OutgoingLines out;
  private final Session session;
  private final ReadLoop reading;
  private final LastAnswers lastAnswers;

  private StdioServer(ServeOptions options, InputStream in, ClientOutput out)
      throws IOException, ProjectException {
    engine = new Engine(options);
    this.out = new OutgoingLines(out, engine.outgoingBudget(), this::roomAgain);
    session = engine.open(Principal.LOCAL, this.out);
    session.left().thenRun(this::endOfInput);
    this.out.broken().thenRun(() -> end.complete(End.OUTPUT_CLOSED));
    lastAnswers = new LastAnswers(options.graces().finish(), session, this.out, end::isDone);
    ParentWatch parent =
        ParentWatch.ofThisProcess(engine::after, () -> end.complete(End.PARENT_GONE));
    reading = new ReadLoop(in, options.limits().lineBytes(), session, parent::heard);
  }

  private void roomAgain() {
    engine.roomAgain(session);
  }

  private enum End {
    INPUT,
    DEFECT,
    OUTPUT_CLOSED,
    PARENT_GONE,
    SIGNAL
  }

  /**
   * Serve until all calls from before the end of input are answered, or a signal comes, or no
   * process reads the output any more, or the client is gone. Then end everything that was started.
   *
   * @param in the client's messages
   * @param out to the client; never closed
   * @throws ProjectException if the project cannot be served as it is set up
   * @return the exit code: 0 after the end of input, of output or of the client; 1 if the input had
   *     ended and a call was not answered
   */
  public static int serve(ServeOptions options, InputStream in, ClientOutput out)
      throws ProjectException {
    StderrLoggers.logUncaught(LOG);
    try {
      StdioServer server = new StdioServer(options, in, out);
      // On TERM and INT the JVM runs its hooks and ends with 128 + the signal's number.
      Thread hook = new Thread(server::stop, "shutdown");
      Runtime.getRuntime().addShutdownHook(hook);
      try {
        out.watchForClosing().thenRun(() -> server.end.complete(End.OUTPUT_CLOSED));
        return server.run() ? 0 : 1;
      } finally {
        server.closed.complete(null); // the hook waits for it, whatever was thrown
      }
    } catch (IOException e) {
      LOG.log(Level.ERROR, "cannot serve: " + e.getMessage());
      return 1;
    } finally {
      StderrLoggers.awaitWritten();
    }
  }

  /** False if it could not begin, or not end in order. */
  private boolean run() {
    try {
      DaemonThreads.start("stdout writer", out::write);
      DaemonThreads.start("stdin reader", this::read);
    } catch (NoThreadException e) {
      LOG.log(
          Level.ERROR,
          "cannot serve: the system has no thread left to read the input or write the output");
      close();
      return false;
    }
    boolean clean = end.join() != End.DEFECT;
    clean &= close();
    return clean && (session.hasAnsweredAll() || !lastAnswers.hasBegun());
  }

  private void read() {
    try {
      reading.run();
    } finally {
      endOfInput(); // nothing is read any more, whatever the reason
    }
  }

  /**
   * Nothing more comes in: an orderly end begins once the last answers are out. If that fails, for
   * instance because the jars were overwritten, the process ends as it is. Helpers see the end of
   * their frames, and the guard that of its life-line, and they leave no process.
   */
  private void endOfInput() {
    if (!inputEnded.compareAndSet(false, true)) {
      return;
    }
    boolean begun = false;
    try {
      end.complete(awaitLastAnswers() ? End.INPUT : End.DEFECT);
      begun = true;
    } finally {
      if (!begun) {
        Runtime.getRuntime().halt(BROKEN); // needs no class that is not loaded
      }
    }
  }

  /** False if a defect prevented that; it is logged. */
  private boolean awaitLastAnswers() {
    try {
      session.inputEnded();
      lastAnswers.await();
      return true;
    } catch (RuntimeException | Error e) {
      LOG.log(Level.ERROR, "a defect in ending", e);
      return false;
    }
  }

  /** A signal came, or the process ends for another reason: make sure that nothing is left. */
  private void stop() {
    end.complete(End.SIGNAL);
    closed.join();
    StderrLoggers.awaitWritten();
  }

  /** False if a step failed; the log says why. */
  private boolean close() {
    try {
      boolean clean = engine.close(lastAnswers.hasBegun() ? lastAnswers.tooLate() : IS_ENDING);
      if (lastAnswers.hasBegun() && !session.isAllWritten()) {
        LOG.log(
            Level.WARNING,
            "answers are lost: the client did not read them within %s after the end of input"
                .formatted(lastAnswers.taken()));
      }
      return clean;
    } finally {
      closed.complete(null); // the hook need not wait any more, whatever went wrong
    }
  }
}
