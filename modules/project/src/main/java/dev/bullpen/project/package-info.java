/**
 * A project folder read into records: the server's identity; its tools, prompts, resources and
 * templates; which script runs for what, in which environment, and for whom; what is read for a
 * URI; and how a script's answer is parsed. Start with {@link dev.bullpen.project.Project}. The
 * packages below depend on each other in one order, which {@code PackagesTests} checks.
 *
 * <p>Runs in the supervisor. Reads files, writes only those of the registry, starts no process, and
 * owns only the thread of {@link dev.bullpen.project.watch.ProjectWatch}. Everything public is
 * immutable or thread-safe. Depends on JSON trees only.
 */
package dev.bullpen.project;
