package dev.bullpen.bench.growth;

import java.util.List;

/**
 * The answer to a question.
 *
 * @param name of the question, and of its drawing's file without the extension
 * @param notes sentences on what the panels do not show
 */
record Chart(String name, String title, List<Panel> panels, List<String> notes) {}
