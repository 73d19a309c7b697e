/**
 * A project folder read into records: who the server is, which tools, prompts, resources and
 * templates it has, which script runs for what, with which environment, who may call it, what is
 * read for a URI, and what a script's answer means. Begin with {@link dev.bullpen.project.Project};
 * the packages below stand on each other in one order, which {@code PackagesTests} has.
 *
 * <p>Runs in the supervisor. Reads files, writes those of the registry alone, starts no process and
 * owns no thread but that of a {@link dev.bullpen.project.watch.ProjectWatch}; everything public is
 * immutable or safe to use from any thread. Depends on JSON trees and nothing else.
 */
package dev.bullpen.project;
