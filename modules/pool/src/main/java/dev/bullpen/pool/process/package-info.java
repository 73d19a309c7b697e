/**
 * Finds and ends all processes of a session: they are children or adopted ({@link
 * dev.bullpen.pool.process.Reaper}), carry a {@link dev.bullpen.pool.process.Marker}, live in
 * cgroups where there are any ({@link dev.bullpen.pool.process.HelperCgroups}), and a {@link
 * dev.bullpen.pool.process.Guard} outlives the supervisor. Knows helpers by number only.
 *
 * <p>Threads: "guard", owned by {@code Guard}.
 */
package dev.bullpen.pool.process;
