package dev.bullpen.launcher.guarantees;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What ends processes, from the nearest to the last; docs/guarantees.md tells when each acts. */
enum Layer {
  GROUP(
      "a script leads a process group, which is signalled as a whole",
      "only the script itself would be signalled",
      "F4",
      "F5",
      "F7"),
  SUB_REAPER(
      "a helper becomes the parent of what has left its script's group or session, and ends it",
      "a daemon that forks twice survives its job; it needs Linux",
      "F6",
      "F8",
      "F28"),
  REFERENCES(
      "whoever is not our child is signalled by a reference to the process, never by a number",
      "a number is checked just before it is signalled; references need Linux 5.3",
      "F15",
      "F26"),
  MARKER(
      "what has got away from a dead helper is found by a word in its environment",
      "what a killed helper had not ended is not found; it needs Linux, and a /proc that shows"
          + " hidden processes, too",
      "F15",
      "F17"),
  GUARD(
      "a process of its own ends everything when the server itself is killed",
      "helpers end their scripts when they notice the server's end, unless they are stopped or"
          + " busy; it needs Linux, a /proc that shows hidden processes, and grep (with BusyBox tr,"
          + " too) in /usr/bin, /bin or PATH",
      "F1",
      "F2"),
  PARENT(
      "the end of the client is noticed although somebody else holds its pipes",
      "a server whose client is killed may stay as long as somebody holds its pipes; it needs"
          + " Linux, and not to be started by nohup",
      "F3"),
  CGROUP(
      true,
      "each helper lives in a cgroup of its own, which is killed as a whole, whatever has become of"
          + " those in it",
      "what has dropped its marker survives if its helper and the server are killed in the same"
          + " moment, or if it loses its helper and the server has children of others",
      "F1",
      "F15");

  /** Whether everything that is promised of Linux holds without it. */
  final boolean extra;

  private final String words;

  /** How it is where there is none of it. */
  private final String without;

  /** Those of the listed faults whose tests show it, as docs/faults.md calls them. */
  final List<String> faults;

  Layer(String words, String without, String... faults) {
    this(false, words, without, faults);
  }

  Layer(boolean extra, String words, String without, String... faults) {
    this.extra = extra;
    this.words = words;
    this.without = without;
    this.faults = List.of(faults);
  }

  Finding works() {
    return new Finding(this, true, Optional.empty());
  }

  Finding fails(Optional<String> why) {
    return new Finding(this, false, why);
  }

  /** Whether a layer works on a host, and if not, why, if that is known. */
  record Finding(Layer layer, boolean active, Optional<String> why) {
    /** What it does, or how it is without, and why. */
    String means() {
      return active
          ? layer.words
          : layer.without + why.map(reason -> "; here " + reason).orElse("");
    }

    /** Whether not everything that is promised holds, because it does not work. */
    boolean isMissing() {
      return !active && !layer.extra;
    }
  }

  /** As users call it. */
  String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
