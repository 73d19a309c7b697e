/**
 * Files and folders of a project as they are: found within a boundary that no link leads out of,
 * read within limits, known again by what changes with them, and trusted or not. Begin with {@link
 * dev.bullpen.project.file.Folder}.
 */
package dev.bullpen.project.file;
