package dev.bullpen.project;

import dev.bullpen.project.catalog.Catalog;
import dev.bullpen.project.completion.CompletionSource;
import dev.bullpen.project.completion.ValueList;
import dev.bullpen.project.file.EscapedBytes;
import dev.bullpen.project.metadata.EntryException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Puts values in the place of every {@code enum} of a source.
 *
 * @param own what the declaration of the argument itself offers
 */
record EnumLookup(Catalog catalog, ValueList own) {

  /**
   * The source without any.
   *
   * @param source no table
   */
  CompletionSource in(CompletionSource source) throws EntryException {
    if (source instanceof CompletionSource.OwnEnum) {
      if (own.values().isEmpty()) {
        throw new EntryException(
            "the argument declares no enum", "Declare one, or say in another way where values are");
      }
      return new CompletionSource.Values(own);
    } else if (source instanceof CompletionSource.ToolEnum of) {
      return new CompletionSource.Values(values(of));
    } else if (source instanceof CompletionSource.AnyOf any) {
      List<CompletionSource> found = new ArrayList<>();
      for (CompletionSource one : any.sources()) {
        found.add(in(one));
      }
      return new CompletionSource.AnyOf(found);
    }
    return source;
  }

  private ValueList values(CompletionSource.ToolEnum of) throws EntryException {
    Optional<ValueList> values = catalog.enumOf(of);
    if (values.isEmpty()) {
      throw new EntryException(
          "the tool \"%s\" has no property \"%s\" with an enum"
              .formatted(EscapedBytes.of(of.tool()), EscapedBytes.of(of.property())),
          "Correct the name, or declare the enum in its inputSchema");
    }
    return values.get();
  }
}
