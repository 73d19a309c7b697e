package dev.bullpen.project.registration;

/**
 * A function for registering that {@code register.sh} has called.
 *
 * @param number counted from 1, over all calls of the run
 * @param argument its JSON as it was given; nothing for functions without one
 */
record HookCall(int number, String function, byte[] argument) {
  /** What messages call it. */
  String where() {
    return "call %d, %s".formatted(number, function);
  }

  /** Whether nothing but white space was given. */
  boolean isBlank() {
    return HookOutput.isBlank(argument);
  }
}
