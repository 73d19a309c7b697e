/**
 * Changes of a project while it is served: noticed, gathered, and read again. Begin with {@link
 * dev.bullpen.project.watch.ProjectWatch}.
 */
package dev.bullpen.project.watch;
