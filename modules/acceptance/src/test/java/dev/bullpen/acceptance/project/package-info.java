/**
 * A project as its folder and its registration say it, in lists of any length; and who is told when
 * that changes.
 */
package dev.bullpen.acceptance.project;
