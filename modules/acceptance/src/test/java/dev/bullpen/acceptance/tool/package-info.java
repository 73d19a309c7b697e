/**
 * Tools: how they are listed and called, what they are told and may say, and what they ask the
 * client while they run.
 */
package dev.bullpen.acceptance.tool;
