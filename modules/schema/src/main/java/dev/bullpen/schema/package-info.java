/**
 * JSON Schema: compile once, check often. Runs in the supervisor; owns no thread; depends on {@code
 * json}, and on the validator library for what {@link dev.bullpen.schema.PlainSchema} cannot say.
 */
package dev.bullpen.schema;
