package dev.bullpen.helper.provider;

import dev.bullpen.helper.job.Events;
import dev.bullpen.helper.job.Leader;
import dev.bullpen.helper.job.Outputs;
import dev.bullpen.posix.PosixException;
import dev.bullpen.posix.proc.ExitStatus;
import dev.bullpen.posix.proc.Self;
import dev.bullpen.posix.proc.Signal;
import dev.bullpen.wire.Frame;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A job's provider: a thread of this JVM that runs a class of the project as if it were a script.
 * Its printed output goes into the job's pipes. Its exit code is 0, 1 if it threw something, or
 * that of a {@link ScriptExit}.
 *
 * <p>TERM sets its flag and interrupts it. Nothing can end a thread that ignores both; then this
 * JVM is not fit for another job.
 */
public final class ProviderLeader implements Leader {
  /** As much as the server reads of a resource's message. */
  private static final int MOST_SAID_BYTES = 4096;

  private final ProviderHost host;
  private final ProviderProgram program;
  private final Ports ports;
  private final Map<String, String> environment;
  private final Outputs.Pipes pipes;
  private final Events events;

  @SuppressWarnings("NullAway.Init") // started right after
  private Thread thread;

  private volatile ExitStatus status = new ExitStatus.Signalled(Signal.KILL.number());
  private boolean ended;

  private ProviderLeader(ProviderHost host, Frame.Job job, Outputs.Pipes pipes, Events events) {
    this.host = host;
    this.events = events;
    this.environment = variables(job.environment());
    this.program = new ProviderProgram(host.classes(), job.classPath(), job.argv());
    this.ports = new Ports(environment);
    this.pipes = pipes;
  }

  /** Start it; it closes the writing ends of the pipes when it has ended. */
  public static ProviderLeader start(
      ProviderHost host, Frame.Job job, Outputs.Pipes pipes, Events events) throws PosixException {
    ProviderLeader leader = new ProviderLeader(host, job, pipes, events);
    leader.thread = host.threads().start(leader::run);
    events.watch(Events.Source.EXIT, host.bell().descriptor());
    return leader;
  }

  private void run() {
    int code = ScriptExit.FAILURE;
    try {
      code = call();
    } finally { // "main" waits for this, whatever happens
      ports.close();
      status = new ExitStatus.Exited(code);
      host.bell().ring();
    }
  }

  private int call() {
    try (PrintedOutput printed = host.redirect(pipes)) {
      try {
        program.run(environment, ports, printed);
        return 0;
      } catch (ScriptExit e) {
        printed.flush();
        host.restore();
        String said = e.getCause() == null ? e.getMessage() + "\n" : ProviderTrace.of(e.getCause());
        System.err.print(said);
        if (e.isOfResource()) {
          printed.result(beginning(said));
        }
        return e.code();
      } catch (Throwable e) { // whatever it is, it ends the provider and so the job
        printed.flush();
        host.restore();
        System.err.print(ProviderTrace.of(e));
        return ScriptExit.FAILURE;
      }
    } catch (IOException e) {
      System.err.println("helper: a provider's output cannot be taken: " + e.getMessage());
      return ScriptExit.FAILURE;
    }
  }

  private static byte[] beginning(String said) {
    byte[] bytes = said.getBytes(StandardCharsets.UTF_8);
    return bytes.length > MOST_SAID_BYTES ? Arrays.copyOf(bytes, MOST_SAID_BYTES) : bytes;
  }

  @Override
  public int pid() {
    return Self.pid();
  }

  @Override
  public boolean isWatched() {
    return true;
  }

  @Override
  public boolean noticeEnd() throws PosixException {
    if (!ended && events.isReady(Events.Source.EXIT)) {
      ended = true;
      host.bell().hear();
      events.forget(Events.Source.EXIT);
    }
    return ended;
  }

  @Override
  public void signal(Signal signal) {
    if (signal == Signal.TERM) {
      ports.cancel();
      thread.interrupt();
    }
  }

  @Override
  public void noticeFile() {
    ports.wake();
  }

  @Override
  public ExitStatus reap() {
    return status;
  }

  @Override
  public boolean awaitFitHelper() {
    return ended && host.awaitFit();
  }

  @Override
  public void close() {
    host.restore();
  }

  /** From {@code NAME=value} texts, each ended by NUL. The first of a name counts (getenv(3)). */
  private static Map<String, String> variables(byte[] block) {
    Map<String, String> variables = new HashMap<>();
    for (String variable : new String(block, StandardCharsets.UTF_8).split("\0")) {
      int equals = variable.indexOf('=');
      if (equals > 0) {
        variables.putIfAbsent(variable.substring(0, equals), variable.substring(equals + 1));
      }
    }
    return variables;
  }

  /**
   * The stack trace of an exception that ends a provider, shortened: of error output the end is
   * kept, and a trace has its most important lines first.
   */
  private static final class ProviderTrace {
    /** Of the 4096 bytes that are usually kept. The rest is for letters beyond ASCII. */
    static final int MOST_CHARACTERS = 3500;

    /**
     * How many frames each cause may have; the next number is tried if the trace is still too long.
     */
    private static final int[] MOST_FRAMES = {Integer.MAX_VALUE, 50, 20, 8, 2};

    private static final String FRAME = "\tat ";
    private static final String HELPER = FRAME + "dev.bullpen.helper";
    private static final String REFLECTION = "java.base/";

    private ProviderTrace() {}

    static String of(Throwable thrown) {
      List<String> lines = withoutHelper(whole(thrown).lines().toList());
      String text = "";
      for (int frames : MOST_FRAMES) {
        text = cut(lines, frames);
        if (text.length() <= MOST_CHARACTERS) {
          return text;
        }
      }
      boolean insidePair = Character.isHighSurrogate(text.charAt(MOST_CHARACTERS - 1));
      return text.substring(0, insidePair ? MOST_CHARACTERS - 1 : MOST_CHARACTERS) + "\n";
    }

    private static String whole(Throwable thrown) {
      StringWriter whole = new StringWriter();
      PrintWriter printed = new PrintWriter(whole, true);
      try {
        thrown.printStackTrace(printed);
      } catch (Throwable e) { // its toString is code of the provider, too
        printed.println();
        printed.println(thrown.getClass().getName() + ", whose trace cannot be had:");
        for (StackTraceElement frame : thrown.getStackTrace()) {
          printed.println(FRAME + frame);
        }
      }
      return whole.toString();
    }

    /** Without the frames of the helper, and of the reflection by which it calls a main. */
    private static List<String> withoutHelper(List<String> lines) {
      List<String> kept = new ArrayList<>();
      for (String line : lines) {
        if (line.startsWith(HELPER)) {
          int last = kept.size() - 1;
          while (last > 0
              && kept.get(last).startsWith(FRAME + REFLECTION)
              && isOfCall(kept.get(last))) {
            kept.remove(last--);
          }
        } else {
          kept.add(line);
        }
      }
      return kept;
    }

    private static boolean isOfCall(String frame) {
      return frame.contains("/jdk.internal.reflect.") || frame.contains("/java.lang.reflect.");
    }

    private static String cut(List<String> lines, int most) {
      StringBuilder text = new StringBuilder();
      int frames = 0;
      for (int i = 0; i < lines.size(); i++) {
        boolean frame = lines.get(i).stripLeading().startsWith(FRAME.strip());
        frames = frame ? frames + 1 : 0;
        if (frames <= most) {
          text.append(lines.get(i)).append('\n');
        } else if (frames == most + 1) {
          text.append("\t...\n");
        }
      }
      return text.toString();
    }
  }
}
