package dev.bullpen.project.file;

/**
 * A regular file found below a folder.
 *
 * @param path relative to the folder, with {@code /}
 * @param size bytes, at the moment of listing
 */
public record ListedFile(String path, long size) {}
