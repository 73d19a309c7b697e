/** What is chosen for a pool, and for the JVMs it starts. */
package dev.bullpen.pool.setting;
