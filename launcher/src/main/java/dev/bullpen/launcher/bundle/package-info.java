/**
 * The commands {@code launcher bundle}, {@code vendor} and {@code publish}. They pack a project
 * together with the Bullpen that serves it, as an MCPB file or as a folder in the project.
 */
package dev.bullpen.launcher.bundle;
