/** Lines and requests that are wrong or endless, and pipes that do not wait. */
package dev.bullpen.faults.protocol;
