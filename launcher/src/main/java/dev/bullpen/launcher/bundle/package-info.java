/**
 * The commands {@code launcher bundle}, {@code vendor} and {@code publish}: a project together with
 * the Bullpen that serves it, as an MCPB file or as a folder that is kept with the project.
 */
package dev.bullpen.launcher.bundle;
