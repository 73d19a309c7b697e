/**
 * Resources and templates of resources: how they are defined, and how one is read, from files or by
 * a script. Begin with {@link dev.bullpen.project.resource.Resource}.
 */
package dev.bullpen.project.resource;
