package dev.bullpen.launcher.sdk;

import java.util.List;

/**
 * What a script has said.
 *
 * @param exitCode as of exit(3)
 */
record Said(int exitCode, String out, String err) {
  List<String> lines() {
    return out.lines().toList();
  }

  /** Its output without the line break at the end, as {@code $(…)} sees it. */
  String value() {
    return out.replaceFirst("\n+$", "");
  }
}
