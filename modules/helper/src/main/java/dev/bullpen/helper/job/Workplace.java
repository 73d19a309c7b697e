package dev.bullpen.helper.job;

import dev.bullpen.helper.folder.Folders;
import dev.bullpen.helper.poll.Events;

/**
 * What all jobs of a helper use, one after the other.
 *
 * @param folders where they may put files
 * @param leaders what starts their scripts and providers
 * @param events where everything is waited for that happens to them
 */
public record Workplace(Folders folders, Leaders leaders, Events events) {}
