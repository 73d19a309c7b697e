/**
 * Runs in the short-lived JVM of {@code launcher archive}, which the build calls at its end. It
 * runs a supervisor and a helper once while their JVMs record the classes they load. Later JVMs map
 * these classes from the archive.
 *
 * <p>JDK 17 to 23 write a dynamic archive when the JVM exits (JEP 350); from 24 on there is an
 * ahead-of-time cache, made in two runs (JEP 483). Either is used only by a JVM with the same
 * flags, jars and JDK, and is ignored by any other.
 */
package dev.bullpen.launcher.archive;
