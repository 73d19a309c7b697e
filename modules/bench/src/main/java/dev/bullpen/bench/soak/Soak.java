package dev.bullpen.bench.soak;

import dev.bullpen.testkit.Chance;
import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Poll;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.observer.Sighting;
import dev.bullpen.testkit.proc.CpuTime;
import dev.bullpen.testkit.proc.Proc;
import dev.bullpen.testkit.rig.Rig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/** Loads the packaged server for a time, and says whether it stayed what it was. */
public final class Soak {
  private static final int WORKERS = 4;

  /** Twice what a helper is kept that nobody needs. */
  private static final Duration HELPERS_GO = Duration.ofSeconds(60);

  private static final Duration BETWEEN_SAMPLES = Duration.ofSeconds(1);

  /** At most so much of the time is left out of the trends: caches fill, code is compiled. */
  private static final Duration WARM_UP = Duration.ofMinutes(2);

  /** What a server may take to end in order, on a busy machine. */
  private static final Duration END = Duration.ofSeconds(10);

  private final Duration time;
  private final Chance chance = Chance.of("soak");
  private final List<Sample> samples = new ArrayList<>();

  private Soak(Duration time) {
    this.time = time;
  }

  /**
   * Takes no arguments. {@code -Dbullpen.launcher=DIR} is the packaged product, {@code
   * -Dbullpen.soak.seconds=N} how long (default: 600), {@code -Dbullpen.seed=N} the chances.
   *
   * <p>Exits 1 if anything was not as it should be.
   */
  public static void main(String[] args) {
    int seconds = Integer.getInteger("bullpen.soak.seconds", 600);
    List<String> faults = new Soak(Duration.ofSeconds(seconds)).run();
    faults.forEach(fault -> System.out.println("[fault] " + fault));
    System.out.println(faults.isEmpty() ? "[soak] passed" : "[soak] failed");
    System.exit(faults.isEmpty() ? 0 : 1);
  }

  private List<String> run() {
    List<String> faults = new ArrayList<>();
    try (Rig rig =
        Rig.start(
                Revision.V2025_11_25,
                SoakProject::write,
                launcher -> launcher.with("--workers", Integer.toString(WORKERS)))
            .settled()) {
      Ledger ledger = load(rig);
      faults.addAll(ledger.faults());
      faults.addAll(new Flatness(settled(time)).faults());
      awaitFewHelpers(rig);
      rig.assertCalm();
      faults.addAll(end(rig));
    } catch (AssertionError e) {
      faults.add(e.getMessage());
    }
    return faults;
  }

  /** Those beyond the warm ones go when nobody has needed them for a while. */
  private static void awaitFewHelpers(Rig rig) {
    if (!Poll.until(Deadline.in(HELPERS_GO), () -> rig.helpers().size() <= WORKERS)) {
      throw new AssertionError(
          rig.helpers().size() + " helpers stay, of which " + WORKERS + " are kept warm");
    }
  }

  private Ledger load(Rig rig) {
    long pid = rig.process().pid();
    Load load = new Load(rig, chance, resource(rig));
    rig.process().transcript().take(Deadline.in(Duration.ZERO)); // the rig's own beginnings
    Duration cpu = CpuTime.of(pid);
    long begun = System.nanoTime();
    Deadline until = Deadline.in(time);
    int faults = 0;
    while (!until.passed()) {
      load.hold(Deadline.in(BETWEEN_SAMPLES));
      if (faults < load.ledger().faults().size()) {
        faults = load.ledger().faults().size();
        System.out.println("[stderr] at fault " + faults + ":\n" + rig.process().stderr().text());
      }
      samples.add(Sample.of(pid, (System.nanoTime() - begun) / 1e9));
    }
    load.settle();
    System.out.printf(
        "[measured] soak of %s: %s; supervisor %s CPU%n",
        time, load.ledger(), CpuTime.of(pid).minus(cpu));
    return load.ledger();
  }

  private static String resource(Rig rig) {
    return rig.client()
        .call("resources/list", Messages.json("{}"))
        .result()
        .at("/resources/0/uri")
        .stringValue();
  }

  private List<Sample> settled(Duration time) {
    double from = Math.min(WARM_UP.toSeconds(), time.toSeconds() / 3.0);
    return samples.stream().filter(sample -> sample.seconds() >= from).toList();
  }

  /** End it as a client does; nothing of it may be left. */
  private static List<String> end(Rig rig) {
    List<Proc> family = rig.family();
    rig.process().closeStdin();
    OptionalInt code = rig.process().awaitExit(Deadline.in(END));
    Sighting sighting = rig.awaitNothing(family, McpClient.PATIENCE);
    List<String> faults = new ArrayList<>();
    if (code.orElse(-1) != 0) {
      faults.add("it exits " + code + " at the end of its input");
    }
    if (!sighting.none()) {
      faults.add("after its end: " + sighting);
    }
    return faults;
  }
}
