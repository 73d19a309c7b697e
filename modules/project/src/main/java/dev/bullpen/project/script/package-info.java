/**
 * What is true of every script, whatever it is for: how it is found and started, under which
 * limits, and what it is told by its environment. Begin with {@link
 * dev.bullpen.project.script.TrustedCommand}.
 */
package dev.bullpen.project.script;
