/** What the fault tests have shown, written down for people. */
package dev.bullpen.testkit.report;
