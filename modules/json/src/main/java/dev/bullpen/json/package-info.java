/** JSON as trees. Runs in the supervisor; owns no thread; depends on Jackson and nothing else. */
package dev.bullpen.json;
