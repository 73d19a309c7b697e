/** The state of the pool, as shown to people. */
package dev.bullpen.pool.view;
