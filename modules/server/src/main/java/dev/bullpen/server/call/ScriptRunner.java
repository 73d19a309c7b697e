package dev.bullpen.server.call;

import dev.bullpen.pool.HelperPool;
import dev.bullpen.server.program.ProgramSource;

/**
 * What runs the scripts of calls.
 *
 * @param threads on which calls wait for their jobs
 */
public record ScriptRunner(HelperPool pool, ProgramSource programs, CallThreads threads) {}
