/**
 * POSIX calls as small Java types. Runs in the supervisor and in every helper; owns no thread;
 * depends on JNA only.
 *
 * <p>C names are kept in {@code LibC}; everything above it speaks in process groups, descriptors
 * and exit statuses.
 */
package dev.bullpen.posix;
