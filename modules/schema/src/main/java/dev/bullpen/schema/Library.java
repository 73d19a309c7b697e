package dev.bullpen.schema;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.dialect.BasicDialectRegistry;
import com.networknt.schema.dialect.Dialects;
import com.networknt.schema.keyword.AnnotationKeyword;
import com.networknt.schema.path.PathType;
import com.networknt.schema.serialization.NodeReader;
import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.JsonNode;

/** The validator library, set up as it is used here: offline, bounded, formats as annotations. */
final class Library {
  /** Those that have been asked for. */
  private static final Map<Dialect, com.networknt.schema.dialect.Dialect> DIALECTS =
      new ConcurrentHashMap<>();

  private static final SchemaRegistryConfig CONFIG =
      SchemaRegistryConfig.builder()
          .formatAssertionsEnabled(false)
          .pathType(PathType.JSON_POINTER)
          .preloadSchema(true)
          .regularExpressionFactory(BoundedPattern::compile)
          .build();

  private static final NodeReader READER =
      new NodeReader() {
        @Override
        public JsonNode readTree(String text, InputFormat format) {
          try {
            return Json.parse(text);
          } catch (JsonException e) {
            throw new IllegalStateException("a bundled schema is not JSON", e);
          }
        }

        @Override
        public JsonNode readTree(InputStream in, InputFormat format) {
          try {
            return readTree(new String(in.readAllBytes(), StandardCharsets.UTF_8), format);
          } catch (IOException e) {
            throw new UncheckedIOException("a bundled schema cannot be read", e);
          }
        }
      };

  private Library() {}

  /**
   * A dialect of the library, without the two assertions that draft-07 leaves to choice and with
   * our own keywords in the place of some.
   */
  private static com.networknt.schema.dialect.Dialect adapted(Dialect dialect) {
    com.networknt.schema.dialect.Dialect.Builder adapted =
        com.networknt.schema.dialect.Dialect.builder(original(dialect))
            .keywords(OwnKeyword.ALL)
            .keyword(new AnnotationKeyword("contentEncoding"))
            .keyword(new AnnotationKeyword("contentMediaType"));
    if (dialect == Dialect.DRAFT_2019_09) {
      adapted.keyword(new OwnKeyword.ContainsOf201909());
    }
    return adapted.build();
  }

  private static com.networknt.schema.dialect.Dialect original(Dialect dialect) {
    return switch (dialect) {
      case DRAFT_2020_12 -> Dialects.getDraft202012();
      case DRAFT_2019_09 -> Dialects.getDraft201909();
      case DRAFT_07 -> Dialects.getDraft7();
    };
  }

  /** The dialect that a {@code $schema} names; null if none here does, as the library wants it. */
  private static com.networknt.schema.dialect.Dialect dialect(String uri) {
    for (Dialect dialect : Dialect.values()) {
      if (dialect.isNamed(uri)) {
        return DIALECTS.computeIfAbsent(dialect, Library::adapted);
      }
    }
    return null;
  }

  /** A schema of its own: what it calls itself by {@code $id} is no business of another's. */
  static com.networknt.schema.Schema compile(JsonNode schema, Dialect dialect) {
    com.networknt.schema.Schema compiled =
        registry(dialect).getSchema(SchemaLocation.of(Resources.HERE), schema);
    compiled.initializeValidators();
    return compiled;
  }

  /** The schema of schemas. */
  static com.networknt.schema.Schema meta(Dialect dialect) {
    return registry(dialect).getSchema(SchemaLocation.of(dialect.id()));
  }

  private static SchemaRegistry registry(Dialect dialect) {
    return SchemaRegistry.builder()
        .defaultDialectId(dialect.id())
        .dialectRegistry(new BasicDialectRegistry(Library::dialect))
        .nodeReader(READER)
        .schemaLoader(loader -> loader.allow(iri -> Resources.BUNDLED.contains(iri.toString())))
        .schemaRegistryConfig(CONFIG)
        .build();
  }
}
