package dev.bullpen.pool.view;

import java.time.Duration;

/**
 * A job that a helper runs.
 *
 * @param job its number
 * @param name for people
 * @param call the number of the call that it is for; 0 for none
 * @param helper the number of its helper
 * @param pid of its script, or of the helper that runs its provider; 0 if it has not started
 * @param age how long the helper has had it
 */
public record JobView(long job, String name, long call, int helper, int pid, Duration age) {}
