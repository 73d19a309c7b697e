/** JSON Schema: compile once, check often. Runs in the supervisor; owns no thread. */
package dev.bullpen.schema;
