/**
 * Common parts of all metadata: members of JSON objects with their errors, definitions kept as
 * written, icons, inline annotations. Start with {@link dev.bullpen.project.metadata.Members}.
 */
package dev.bullpen.project.metadata;
