/**
 * Everything that a project offers, built from files and registrations, and cached between starts.
 * Start with {@link dev.bullpen.project.catalog.Catalog}.
 */
package dev.bullpen.project.catalog;
