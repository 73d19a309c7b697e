/** What people are told of a pool. */
package dev.bullpen.pool.view;
