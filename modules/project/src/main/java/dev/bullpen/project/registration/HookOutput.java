package dev.bullpen.project.registration;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a run of the harness {@code sdk/register.sh} has said: the calls, each as NUL, mark, space,
 * name of the function, NUL, argument, NUL, and what the script itself printed between them, as
 * bytes that may be anything.
 *
 * @param printed by the script
 */
record HookOutput(List<Call> calls, byte[] printed) {

  /**
   * A function for registering that {@code register.sh} has called.
   *
   * @param number counted from 1, over all calls of the run
   * @param argument its JSON as it was given; nothing for functions without one
   */
  record Call(int number, String function, byte[] argument) {
    /** What messages call it. */
    String where() {
      return "call %d, %s".formatted(number, function);
    }

    /** Whether nothing but white space was given. */
    boolean isBlank() {
      return HookOutput.isBlank(argument);
    }
  }

  /**
   * Tell the calls from the rest.
   *
   * @param mark the word the harness was given
   */
  static HookOutput of(byte[] stdout, String mark) {
    Matcher call =
        Pattern.compile("\0" + Pattern.quote(mark) + " ([^\0]*+)\0([^\0]*+)\0")
            .matcher(new String(stdout, StandardCharsets.ISO_8859_1));
    List<Call> calls = new ArrayList<>();
    StringBuilder printed = new StringBuilder();
    while (call.find()) {
      call.appendReplacement(printed, "");
      byte[] argument = call.group(2).getBytes(StandardCharsets.ISO_8859_1);
      calls.add(new Call(calls.size() + 1, call.group(1), argument));
    }
    // A run that was cut off in a call has printed the rest.
    call.appendTail(printed);
    return new HookOutput(
        List.copyOf(calls), printed.toString().getBytes(StandardCharsets.ISO_8859_1));
  }

  static boolean isBlank(byte[] text) {
    for (byte b : text) {
      if (b != ' ' && b != '\n' && b != '\r' && b != '\t') {
        return false;
      }
    }
    return true;
  }
}
