package dev.bullpen.schema;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** A place in a document. Its JSON Pointer (RFC 6901) may be very long, so it is made on demand. */
final class Place {
  static final Place ROOT = new Place(null, "");

  private final @Nullable Place parent;
  private final String step;

  private Place(@Nullable Place parent, String step) {
    this.parent = parent;
    this.step = step;
  }

  Place member(String name) {
    return new Place(this, name);
  }

  Place element(int index) {
    return new Place(this, Integer.toString(index));
  }

  String pointer() {
    Deque<String> steps = new ArrayDeque<>();
    for (Place place = this; place.parent != null; place = place.parent) {
      steps.push(place.step);
    }
    StringBuilder out = new StringBuilder();
    for (String each : steps) {
      out.append('/').append(each.replace("~", "~0").replace("/", "~1"));
    }
    return out.toString();
  }
}
