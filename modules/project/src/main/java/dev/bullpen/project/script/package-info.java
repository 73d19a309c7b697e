/**
 * What all scripts have in common: how they are found and started, their limits, and their
 * environment. Start with {@link dev.bullpen.project.script.TrustedCommand}.
 */
package dev.bullpen.project.script;
