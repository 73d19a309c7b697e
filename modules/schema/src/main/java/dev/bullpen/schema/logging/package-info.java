/** What the validator library finds when it looks for a logger; nobody else uses it. */
package dev.bullpen.schema.logging;
