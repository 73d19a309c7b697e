/** What the validator library finds when it looks for a logger; nothing else uses it. */
package dev.bullpen.schema.logging;
