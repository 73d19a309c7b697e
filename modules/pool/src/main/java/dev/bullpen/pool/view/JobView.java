package dev.bullpen.pool.view;

import java.time.Duration;

/**
 * A job that has a helper.
 *
 * @param job its number
 * @param name for people
 * @param call the number of its call; 0 if there is none
 * @param helper the number of its helper
 * @param pid of its script, or of the helper that runs its provider; 0 if it has not started
 * @param age the time since its helper got it
 */
public record JobView(long job, String name, long call, int helper, int pid, Duration age) {}
