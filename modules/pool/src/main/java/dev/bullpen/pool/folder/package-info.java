/** The session's folders on disk, and the lock that shows other servers that it lives. */
package dev.bullpen.pool.folder;
