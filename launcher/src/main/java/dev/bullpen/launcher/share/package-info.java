/**
 * Runs in the build only: turns the specification of the commands into what shells and {@code man}
 * read, in the folder {@code share} of the package. Knows picocli and nothing of Bullpen's.
 */
package dev.bullpen.launcher.share;
