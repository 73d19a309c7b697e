/** Clients of Streamable HTTP that leave while something runs for them. */
package dev.bullpen.faults.http;
