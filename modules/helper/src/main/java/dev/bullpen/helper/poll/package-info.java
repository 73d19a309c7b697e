/**
 * The one wait of a helper. Begin with {@link dev.bullpen.helper.poll.Events}.
 *
 * <p>For the thread "main" alone; another may only ring a {@code Bell}.
 */
package dev.bullpen.helper.poll;
