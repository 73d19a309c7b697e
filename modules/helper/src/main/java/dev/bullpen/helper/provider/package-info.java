/**
 * Running the classes of a project: loading them, telling them their job, and cleaning up after
 * them.
 */
package dev.bullpen.helper.provider;
