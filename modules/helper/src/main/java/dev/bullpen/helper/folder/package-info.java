/**
 * The folders that jobs use, one after the other: the desk, and the one for temporary files. Each
 * job finds them as the first one did, whatever the one before has done to them. Begin with {@link
 * dev.bullpen.helper.folder.Folders}.
 *
 * <p>Thread: "removals", while there is something to remove.
 */
package dev.bullpen.helper.folder;
