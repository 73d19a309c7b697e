/**
 * Commands that are no scripts: a {@code .java} source is compiled, unless its classes are still
 * kept, and a {@code .jar} is searched for its provider. Begin with {@link
 * dev.bullpen.server.program.Programs}.
 *
 * <p>Threads: "programs", which reads sources and finds their classes, and up to two "compiler" in
 * each lane, each of which waits for the job of a compiler and keeps its classes.
 */
package dev.bullpen.server.program;
