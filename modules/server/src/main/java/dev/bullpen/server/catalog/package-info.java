/**
 * The catalog as the server keeps it, and the lists made from it. Begin with {@link
 * dev.bullpen.server.catalog.Catalogs}.
 */
package dev.bullpen.server.catalog;
