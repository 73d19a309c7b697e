/**
 * Main of the helper JVM: runs one job at a time for its supervisor and leaves nothing of it
 * behind.
 *
 * <p>No module requires this one; the supervisor starts it by name.
 */
module dev.bullpen.helper {
  requires dev.bullpen.api;
  requires dev.bullpen.posix;
  requires dev.bullpen.wire;
  requires static org.jspecify;
  requires tools.jackson.core;
}
