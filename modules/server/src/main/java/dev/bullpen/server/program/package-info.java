/**
 * What a command becomes that is no script: a {@code .java} source is compiled, unless its classes
 * are kept from before, and a {@code .jar} is asked for its provider. Begin with {@link
 * dev.bullpen.server.program.Programs}.
 *
 * <p>Thread: "programs", which reads sources and keeps their classes. The compiler runs as a job.
 */
package dev.bullpen.server.program;
