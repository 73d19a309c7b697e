/** The session's folders on the disk, and how other servers see that it lives. */
package dev.bullpen.pool.folder;
