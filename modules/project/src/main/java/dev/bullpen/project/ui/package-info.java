/**
 * Pages that tools may show: their resources, and which tool each belongs to. Begin with {@link
 * dev.bullpen.project.ui.UiResource}.
 */
package dev.bullpen.project.ui;
