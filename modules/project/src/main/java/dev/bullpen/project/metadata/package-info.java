/**
 * What all metadata have in common: members of JSON objects with their errors, definitions kept as
 * they were written, icons, inline annotations. Begin with {@link
 * dev.bullpen.project.metadata.Members}.
 */
package dev.bullpen.project.metadata;
