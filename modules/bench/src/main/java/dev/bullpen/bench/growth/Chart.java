package dev.bullpen.bench.growth;

import java.util.List;

/**
 * The answer to a question.
 *
 * @param name of the question
 * @param notes sentences on what the panels do not show
 */
record Chart(String name, List<Panel> panels, List<String> notes) {}
