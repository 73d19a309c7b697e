/**
 * Changes of a project while it is served: noticed, collected into bursts, and read again. Start
 * with {@link dev.bullpen.project.watch.ProjectWatch}.
 */
package dev.bullpen.project.watch;
