/**
 * Resources and resource templates: their definitions, and how one is read, from files or by a
 * script. Start with {@link dev.bullpen.project.resource.Resource}.
 */
package dev.bullpen.project.resource;
