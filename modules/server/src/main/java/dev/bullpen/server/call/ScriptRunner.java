package dev.bullpen.server.call;

import dev.bullpen.server.program.ProgramSource;

/**
 * What runs the scripts of calls.
 *
 * @param threads on which calls wait for their jobs
 */
public record ScriptRunner(JobIntake intake, ProgramSource programs, CallThreads threads) {}
