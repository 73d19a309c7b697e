/**
 * What people read: text made safe to show, why a file cannot be used, the lines of the log, and
 * the file they may go to. Shared by the supervisor, its commands and the helpers. Begin with
 * {@link dev.bullpen.posix.log.Shown}.
 */
package dev.bullpen.posix.log;
