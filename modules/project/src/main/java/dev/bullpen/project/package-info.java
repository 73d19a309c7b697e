/**
 * A project folder read into records: who the server is, which tools, prompts, resources and
 * templates it has, which script runs for what, with which environment, who may call it, and what a
 * completion script may answer.
 *
 * <p>Runs in the supervisor. Reads files, starts no process and owns no thread; everything public
 * is immutable or safe to use from any thread. Depends on JSON trees and nothing else.
 */
package dev.bullpen.project;
