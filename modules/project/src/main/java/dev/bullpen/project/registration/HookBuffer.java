package dev.bullpen.project.registration;

import java.util.ArrayList;
import java.util.List;

/**
 * What {@code register.sh} has registered of one kind. It begins open; what was in it when it was
 * last ended with something in it is kept, whatever happens to it afterwards.
 */
final class HookBuffer {
  private final RegistrationKind kind;
  private final String origin;
  private final int maxBytes;
  private final List<HookCall> entries = new ArrayList<>();
  private int bytes;
  private boolean open = true;
  private List<HookCall> kept = List.of();

  /**
   * An open one.
   *
   * @param origin the script, as messages name it
   * @param maxBytes how long all entries together may be
   */
  HookBuffer(RegistrationKind kind, String origin, int maxBytes) {
    this.kind = kind;
    this.origin = origin;
    this.maxBytes = maxBytes;
  }

  RegistrationKind kind() {
    return kind;
  }

  /** Do what a call says; false if it is none for this kind. */
  boolean take(HookCall call, RegistrationEntries file, List<String> problems)
      throws RegistrationException {
    String function = call.function();
    if (function.equals(kind.begin())) {
      empty();
      open = true;
    } else if (function.equals(kind.abort())) {
      empty();
      open = false;
    } else if (function.equals(kind.end())) {
      end();
    } else if (kind.isRegisteredBy(function)) {
      add(call, file, problems);
    } else {
      return false;
    }
    return true;
  }

  private void add(HookCall call, RegistrationEntries file, List<String> problems)
      throws RegistrationException {
    if (!open) {
      problems.add(
          "%s: %s registers nothing: its kind was aborted or finalized before. Call %s first."
              .formatted(origin, call.where(), kind.begin()));
    } else if (call.isBlank()) {
      problems.add(
          "%s: %s registers nothing: it was given no JSON. Give it an object."
              .formatted(origin, call.where()));
    } else {
      bytes += call.argument().length;
      if (bytes > maxBytes) {
        throw file.broken(
            call.where(),
            "the %s take more than %d bytes".formatted(kind.member(), maxBytes),
            "Register fewer, or set MCPBASH_MANUAL_BUFFER_MAX_BYTES");
      }
      entries.add(call);
    }
  }

  /** Keep what is in it, if anything is, and take nothing more. */
  void end() {
    if (open && !entries.isEmpty()) {
      kept = List.copyOf(entries);
    }
    open = false;
  }

  private void empty() {
    entries.clear();
    bytes = 0;
  }

  /** Whether nothing was registered although it could have been. */
  boolean isUnused() {
    return open && entries.isEmpty() && kept.isEmpty();
  }

  /** What counts in the end. */
  List<HookCall> kept() {
    return kept;
  }
}
