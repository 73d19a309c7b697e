/**
 * JSON Schema: compile once, check often. Runs in the supervisor; owns no thread; depends on {@code
 * json} and on the validator library, which the first schema loads.
 */
package dev.bullpen.schema;
