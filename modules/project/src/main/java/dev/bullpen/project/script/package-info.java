/**
 * What is true of every script, whatever it is for: how it is found and started, its limits, and
 * its environment. Begin with {@link dev.bullpen.project.script.TrustedCommand}.
 */
package dev.bullpen.project.script;
