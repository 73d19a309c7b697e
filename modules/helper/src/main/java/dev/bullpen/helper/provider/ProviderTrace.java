package dev.bullpen.helper.provider;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * What is said of an exception that ends a provider: its stack trace, as short as it must be. Of
 * error output the end is kept, and what happened stands at the beginning of a trace.
 */
final class ProviderTrace {
  /** Of the 4096 bytes that are usually kept; the rest is for letters beyond ASCII. */
  static final int MOST_CHARACTERS = 3500;

  /** So many frames of each cause; fewer if that is too long. */
  private static final int[] MOST_FRAMES = {Integer.MAX_VALUE, 50, 20, 8, 2};

  private static final String FRAME = "\tat ";
  private static final String OURS = FRAME + "dev.bullpen.helper";
  private static final String REFLECTION = "java.base/";

  private ProviderTrace() {}

  /** Lines, each with its end. */
  static String of(Throwable thrown) {
    List<String> lines = withoutUs(whole(thrown).lines().toList());
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
    } catch (Throwable e) { // its toString is the provider's, as it is
      printed.println();
      printed.println(thrown.getClass().getName() + ", whose trace cannot be had:");
      for (StackTraceElement frame : thrown.getStackTrace()) {
        printed.println(FRAME + frame);
      }
    }
    return whole.toString();
  }

  /** Whoever has called the provider: the helper, and for a main what it calls that by. */
  private static List<String> withoutUs(List<String> lines) {
    List<String> kept = new ArrayList<>();
    for (String line : lines) {
      if (line.startsWith(OURS)) {
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
