/**
 * Frames between supervisor and helper: one sealed record per message, one small codec, explicit
 * limits.
 */
module dev.bullpen.wire {
  exports dev.bullpen.wire;
}
