package dev.bullpen.project.uri;

import dev.bullpen.project.uri.UriPattern.Kind;
import dev.bullpen.project.uri.UriPattern.Step;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Optional;

/**
 * One walk through a pattern that remembers its marks (Pike's way of keeping submatches).
 *
 * <p>All ways to read the text are walked at once, the preferred ones first; of two that meet at a
 * step the preferred one stays. Marks are lists that grow at one end and share the rest, so keeping
 * them costs nothing, and the time stays the length of the text times the size of the pattern.
 */
final class UriPatternWalk {
  private final List<Step> steps;
  private List<Way> ways = new ArrayList<>();
  private BitSet reached;
  private int position;

  UriPatternWalk(List<Step> steps) {
    this.steps = steps;
    this.reached = new BitSet(steps.size());
    reach(new Way(0, null));
  }

  /** Go on by one character. */
  void take(char c) {
    List<Way> before = ways;
    ways = new ArrayList<>();
    reached = new BitSet(steps.size());
    position++;
    for (Way way : before) {
      if (steps.get(way.at()).takes(c)) {
        reach(new Way(way.at() + 1, way.marks()));
      }
    }
  }

  /** Where the groups begin and end, if the pattern ends here. */
  Optional<List<Integer>> marks() {
    for (Way way : ways) {
      if (steps.get(way.at()).kind() == Kind.END) {
        LinkedList<Integer> positions = new LinkedList<>();
        for (Mark mark = way.marks(); mark != null; mark = mark.before()) {
          positions.addFirst(mark.position());
        }
        return Optional.of(new ArrayList<>(positions));
      }
    }
    return Optional.empty();
  }

  /** Follow a way, and every way that leaves it without a character, in order of preference. */
  private void reach(Way start) {
    List<Way> open = new ArrayList<>(List.of(start));
    while (!open.isEmpty()) {
      Way way = open.remove(open.size() - 1);
      if (reached.get(way.at())) {
        continue;
      }
      reached.set(way.at());
      Step step = steps.get(way.at());
      if (step.jumps().length == 0) {
        ways.add(way);
      }
      Mark marks = step.kind() == Kind.MARK ? new Mark(position, way.marks()) : way.marks();
      for (int i = step.jumps().length - 1; i >= 0; i--) {
        open.add(new Way(step.jumps()[i], marks));
      }
    }
  }

  /** A way to read the text so far: the step it has come to, and its latest mark or null. */
  private record Way(int at, Mark marks) {}

  /** A position in the text and the mark before it, or null. */
  private record Mark(int position, Mark before) {}
}
