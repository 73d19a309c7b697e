/** Settings of a pool, and of the JVMs it starts. */
package dev.bullpen.pool.setting;
