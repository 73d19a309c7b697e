/** The logger of the validator library; nothing else uses it. */
package dev.bullpen.schema.logging;
