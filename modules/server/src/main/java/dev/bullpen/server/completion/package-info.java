/** {@code completion/complete}. Begin with {@link dev.bullpen.server.completion.Completions}. */
package dev.bullpen.server.completion;
