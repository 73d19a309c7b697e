/**
 * A project folder read into records: who the server is, which prompts, resources and templates it
 * has, which script completes what, with which environment, and what such a script may answer.
 *
 * <p>Runs in the supervisor. Reads files, starts no process and owns no thread; everything public
 * is immutable or safe to use from any thread. Depends on JSON trees and nothing else.
 */
package dev.bullpen.project;
