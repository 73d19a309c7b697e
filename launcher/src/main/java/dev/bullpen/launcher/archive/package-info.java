/**
 * Runs in the short-lived JVM of {@code launcher archive}, which the build calls at its end: lets a
 * supervisor and a helper work once while their JVMs note the classes they load, so that later ones
 * find them laid out in a file.
 *
 * <p>JDK 17 to 23 write a dynamic archive when the JVM exits (JEP 350); from 24 on there is an
 * ahead-of-time cache, made in two runs (JEP 483). Either is used only by a JVM with the same
 * flags, jars and JDK, and is ignored by any other.
 */
package dev.bullpen.launcher.archive;
