/**
 * All that a project offers, put together from files and registrations, and kept from one start to
 * the next. Begin with {@link dev.bullpen.project.catalog.Catalog}.
 */
package dev.bullpen.project.catalog;
