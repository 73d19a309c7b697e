/** What the pool shows to people. */
package dev.bullpen.pool.view;
