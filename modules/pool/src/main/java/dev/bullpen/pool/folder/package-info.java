/** What a session has on the disk for its helpers, and how others see that it lives. */
package dev.bullpen.pool.folder;
