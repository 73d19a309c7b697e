/**
 * This JVM as the place where providers in Java run: their threads, what they print, their use of
 * the desk, and all that has to be as before when they have ended. Begin with {@link
 * dev.bullpen.helper.host.ProviderLeader}.
 *
 * <p>Threads: "provider", for one job. It meets "main" at the job's pipes, a bell and the desk
 * only.
 */
package dev.bullpen.helper.host;
