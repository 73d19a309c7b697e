/**
 * Files and folders of a project: found inside a boundary that no link leaves, read within limits,
 * recognised when unchanged, and checked for trust. Start with {@link
 * dev.bullpen.project.file.Folder}.
 */
package dev.bullpen.project.file;
