package dev.bullpen.fleet;

import dev.bullpen.fleet.Network.Host;
import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Poll;
import dev.bullpen.testkit.Signal;
import dev.bullpen.testkit.client.Diagnosis;
import dev.bullpen.testkit.client.Launcher;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.client.McpProcess;
import dev.bullpen.testkit.observer.Sighting;
import dev.bullpen.testkit.proc.Proc;
import dev.bullpen.testkit.rig.Job;
import dev.bullpen.testkit.rig.Lookout;
import dev.bullpen.testkit.rig.Workplace;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;

/** One server of a fleet, on a host of its own, which can be lost and started again. */
final class Replica implements AutoCloseable {
  static final int PORT = 8080;
  static final int WARM_HELPERS = 2;

  /** On a machine that may be busy. */
  private static final Duration STARTS_WITHIN = Duration.ofSeconds(90);

  private static final Duration PATIENCE = McpClient.PATIENCE;

  /** What a server has for its calls, and a little more. */
  private static final Duration ENDS_WITHIN = Duration.ofSeconds(90);

  private final String node;
  private final Network network;
  private final Host host;
  private final Workplace workplace;
  private final Launcher launcher;
  private McpProcess process;
  private Lookout lookout;

  /**
   * @param workplace whose token marks what belongs to this one
   */
  Replica(String node, Network network, Host host, Workplace workplace, Launcher launcher) {
    this.node = node;
    this.network = network;
    this.host = host;
    this.workplace = workplace;
    this.launcher = launcher.by(host.starter().toArray(String[]::new));
  }

  String node() {
    return node;
  }

  Host host() {
    return host;
  }

  InetSocketAddress address() {
    return new InetSocketAddress(host.address(), PORT);
  }

  /** By which its scripts name it. */
  String mark() {
    return workplace.server();
  }

  /** Start it; {@link #awaitServing} waits until it serves. */
  void start() {
    process = launcher.start();
    lookout = new Lookout(workplace, process.pid());
  }

  void awaitServing() {
    if (!Poll.until(
            Deadline.in(STARTS_WITHIN),
            () -> process.stderr().text().contains("serving http://") || !process.running())
        || !process.running()) {
      throw Diagnosis.failure(process, node + " does not serve");
    }
    Poll.until(Deadline.in(PATIENCE), () -> lookout.hasHelpers(WARM_HELPERS));
    lookout.noteSession();
  }

  /** All that belongs to it now. */
  List<Proc> family() {
    return lookout.family();
  }

  /** Kill the server itself, and see it gone; its guard is to end what it has left. */
  void kill() {
    process.signal(Signal.KILL);
    process.awaitExit(Deadline.in(PATIENCE));
  }

  /** Tell it to end, and wait for that; its exit code. */
  int end() {
    List<Proc> family = tell();
    return awaitEnd(family);
  }

  /** Tell it to end; what there is of it. */
  List<Proc> tell() {
    List<Proc> family = lookout.family();
    process.signal(Signal.TERM);
    return family;
  }

  /** Tell it once more, so that it does not wait for what the balancer might send. */
  void hurry() {
    process.signal(Signal.TERM);
  }

  /** Tell it to end at once, and wait for that; its exit code. */
  int endAtOnce() {
    List<Proc> family = tell();
    hurry();
    return awaitEnd(family);
  }

  int awaitEnd(List<Proc> family) {
    int code =
        process
            .awaitExit(Deadline.in(ENDS_WITHIN))
            .orElseThrow(() -> Diagnosis.failure(process, node + " does not end"));
    assertNothingLeft(family);
    return code;
  }

  /** Fail if there is anything left on this host, of those or any other process. */
  Sighting assertNothingLeft(List<Proc> family) {
    Sighting sighting = none(lookout.awaitNothing(family, PATIENCE), "nothing was to be left");
    if (!Poll.until(Deadline.in(PATIENCE), () -> network.processes(host).isEmpty())) {
      throw new AssertionError(node + " has left " + network.processes(host));
    }
    return sighting;
  }

  Sighting awaitGone(Job job, Duration within) {
    return lookout.awaitGone(job, within);
  }

  /** Fail unless all jobs of this replica are gone in time. */
  void assertNoJobs() {
    none(lookout.awaitNoJobs(PATIENCE), "no job was to be left");
  }

  private Sighting none(Sighting left, String what) {
    if (!left.none()) {
      throw Diagnosis.failure(process, node + ": " + what + ", but " + left);
    }
    return left;
  }

  String log() {
    return process.stderr().text();
  }

  boolean isRunning() {
    return process.running();
  }

  /** Ends it by force, if it still runs, and what it may have left. */
  @Override
  public void close() {
    process.close();
    lookout.clean();
  }
}
