/**
 * Runs in the short-lived JVM of {@code launcher validate}. It reads a project as a server does,
 * compiles its Java sources, checks its scripts with their interpreters, and reports problems. It
 * starts no server and no helper, and nothing of the project runs.
 */
package dev.bullpen.launcher.validate;
