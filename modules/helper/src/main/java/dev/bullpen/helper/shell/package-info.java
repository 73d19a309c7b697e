/**
 * Shells held ready, which do the job of a script that would else be started. Begin with {@link
 * dev.bullpen.helper.shell.WarmShells}.
 */
package dev.bullpen.helper.shell;
