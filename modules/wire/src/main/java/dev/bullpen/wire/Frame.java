package dev.bullpen.wire;

import java.util.List;
import java.util.Optional;

/** One message. Job numbers are the supervisor's, rising from 1 and never used again. */
public sealed interface Frame {

  sealed interface ToHelper extends Frame {}

  sealed interface ToSupervisor extends Frame {
    /** The job that it is about; 0 for {@link Hello} and {@link Exiting}. */
    long job();
  }

  /**
   * The helper is ready.
   *
   * @param pid its pid, as it sees it itself
   * @param subReaper whether it adopts the processes that its scripts leave
   */
  record Hello(int pid, boolean subReaper) implements ToSupervisor {
    @Override
    public long job() {
      return 0;
    }
  }

  /**
   * Run a script, or a Java provider in the helper itself. A helper has at most one job; it is free
   * again after {@link Clean}, {@link Refused}, or an {@link Exited} that is clean.
   *
   * @param argv the program's absolute path, then its arguments; for a provider its class's name
   * @param classPath the provider's folders and jars, absolute; empty for a script
   * @param directory its working directory, absolute
   * @param environment all of it: {@code NAME=value}, each ended by NUL
   * @param stdoutLimit how many bytes of standard output are taken before the script is ended
   * @param stderrLimit how many bytes of error output may be written before it is ended; 0 for any
   *     amount
   * @param stderrTail how many of the last bytes of error output are kept
   * @param exchange the files it exchanges with its script; empty if it has no use for the folder
   */
  record Job(
      long job,
      List<String> argv,
      List<String> classPath,
      String directory,
      byte[] environment,
      int stdoutLimit,
      int stderrLimit,
      int stderrTail,
      Optional<ExchangeFiles> exchange)
      implements ToHelper {
    public Job {
      argv = List.copyOf(argv);
      classPath = List.copyOf(classPath);
    }

    /** Whether it is run in the helper itself. */
    public boolean isProvider() {
      return !classPath.isEmpty();
    }
  }

  /**
   * End the job: TERM and CONT, then KILL after the grace. A grace of 0 means KILL at once.
   *
   * @param graceMillis how long the job may take to end by itself
   */
  record Kill(long job, int graceMillis) implements ToHelper {}

  /**
   * Put a file into the exchange folder. A reader finds the whole file. If the job is over, nothing
   * is written.
   *
   * @param name as {@link ExchangeFiles#checked} allows
   */
  record Put(long job, String name, byte[] bytes) implements ToHelper {
    public Put {
      ExchangeFiles.checked(name);
    }
  }

  /** The script runs, and leads process group {@code pid}. */
  record Started(long job, int pid) implements ToSupervisor {}

  /** The script could not be started; {@code errno} says why. The helper is free again. */
  record Refused(long job, int errno) implements ToSupervisor {}

  /**
   * Bytes the script wrote: of standard output in order, of error output the tail so far, which
   * replaces an earlier one. The tail comes in answer to a {@link Kill} with a grace, and at the
   * end unless it is empty.
   */
  record Output(long job, Stream stream, byte[] bytes) implements ToSupervisor {}

  /** Bytes the script wrote to the FIFO {@link ExchangeFiles#EVENTS}, in order, cut anywhere. */
  record Event(long job, byte[] bytes) implements ToSupervisor {}

  /**
   * A file that the script left in the exchange folder, or with which it asks.
   *
   * @param name as {@link ExchangeFiles#checked} allows
   */
  record Note(long job, String name, byte[] bytes) implements ToSupervisor {
    public Note {
      ExchangeFiles.checked(name);
    }
  }

  /**
   * The script has ended, and all its output, events and notes have been sent.
   *
   * @param signalled whether a signal ended it
   * @param code its exit code, or that signal's number
   * @param overflow the output that exceeded its limit, for which the script was ended
   * @param clean whether no process and no file of the job is left; then the helper is free, and no
   *     {@link Clean} follows
   */
  record Exited(long job, boolean signalled, int code, Overflow overflow, boolean clean)
      implements ToSupervisor {}

  /**
   * Nothing of the job is left, and the helper is free.
   *
   * @param ended how many processes the script had left behind and the helper ended
   * @param names of some of them, for the log: {@code "sleep 50" (pid 13085)}
   */
  record Clean(long job, int ended, List<String> names) implements ToSupervisor {
    public Clean {
      names = List.copyOf(names);
    }
  }

  /**
   * The helper ends itself, because its job has left something in it that cannot be undone: a
   * provider that does not end, or threads that live on. Comes after {@link Exited}, if the job has
   * ended.
   */
  record Spent(long job) implements ToSupervisor {}

  /** A provider has called {@link System#exit}. Whatever the code, the JVM did not crash. */
  record Exiting() implements ToSupervisor {
    @Override
    public long job() {
      return 0;
    }
  }

  enum Stream {
    STDOUT,
    STDERR
  }

  enum Overflow {
    NONE,
    STDOUT,
    STDERR
  }
}
