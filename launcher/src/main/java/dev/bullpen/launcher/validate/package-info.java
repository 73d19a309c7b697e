/**
 * Runs in the short-lived JVM of {@code launcher validate}: reads a project as a server does, has
 * its Java sources compiled and its scripts checked by their interpreters, and says what is wrong.
 * No server and no helper is started, and nothing of the project runs.
 */
package dev.bullpen.launcher.validate;
