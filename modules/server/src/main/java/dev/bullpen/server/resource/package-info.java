/** Resources read and watched. Begin with {@link dev.bullpen.server.resource.ResourceReading}. */
package dev.bullpen.server.resource;
