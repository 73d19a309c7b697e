package dev.bullpen.project.registration;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

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
    return new Reader(stdout, ("\0" + mark + " ").getBytes(StandardCharsets.US_ASCII)).read();
  }

  static boolean isBlank(byte[] text) {
    for (byte b : text) {
      if (b != ' ' && b != '\n' && b != '\r' && b != '\t') {
        return false;
      }
    }
    return true;
  }

  private static final class Reader {
    private final byte[] bytes;
    private final byte[] start;
    private final List<Call> calls = new ArrayList<>();
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private int at;

    Reader(byte[] bytes, byte[] start) {
      this.bytes = bytes;
      this.start = start;
    }

    HookOutput read() {
      while (at < bytes.length) {
        if (!isCall()) {
          printed.write(bytes[at]);
          at++;
        }
      }
      return new HookOutput(List.copyOf(calls), printed.toByteArray());
    }

    /** Take a call that begins here. A run that was cut off in one has printed the rest. */
    private boolean isCall() {
      if (!startsHere()) {
        return false;
      }
      int name = at + start.length;
      int argument = end(name) + 1;
      int end = end(argument);
      if (end >= bytes.length) {
        return false;
      }
      byte[] given = new byte[end - argument];
      System.arraycopy(bytes, argument, given, 0, given.length);
      String function = new String(bytes, name, argument - 1 - name, StandardCharsets.ISO_8859_1);
      calls.add(new Call(calls.size() + 1, function, given));
      at = end + 1;
      return true;
    }

    private boolean startsHere() {
      if (bytes[at] != 0 || bytes.length - at < start.length) {
        return false;
      }
      for (int i = 0; i < start.length; i++) {
        if (bytes[at + i] != start[i]) {
          return false;
        }
      }
      return true;
    }

    /** Where the next NUL is, or where all ends. */
    private int end(int from) {
      int end = Math.min(from, bytes.length);
      while (end < bytes.length && bytes[end] != 0) {
        end++;
      }
      return end;
    }
  }
}
