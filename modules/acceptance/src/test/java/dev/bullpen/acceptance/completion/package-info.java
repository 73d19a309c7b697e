/** What is suggested for an argument, by whom, and how often a script is run for it. */
package dev.bullpen.acceptance.completion;
