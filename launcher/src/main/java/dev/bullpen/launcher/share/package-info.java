/**
 * Runs in the build only: turns the specification of the commands into files for shells and {@code
 * man}, in the folder {@code share} of the package. Depends on picocli only.
 */
package dev.bullpen.launcher.share;
