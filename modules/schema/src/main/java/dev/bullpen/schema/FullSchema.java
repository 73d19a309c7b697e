package dev.bullpen.schema;

import com.networknt.schema.ExecutionConfig;
import com.networknt.schema.ExecutionContext;
import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.ValidationLimitExceededException;
import com.networknt.schema.dialect.BasicDialectRegistry;
import com.networknt.schema.dialect.Dialects;
import com.networknt.schema.keyword.AnnotationKeyword;
import com.networknt.schema.path.PathType;
import com.networknt.schema.regex.RegularExpression;
import com.networknt.schema.serialization.NodeReader;
import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A schema compiled by the validator library. The first one loads the library. */
final class FullSchema {
  /** The meta-schemas, each compiled together with the first schema of its dialect. */
  private static final Map<Dialect, FullSchema> META = new ConcurrentHashMap<>();

  private final com.networknt.schema.Schema schema;

  private FullSchema(com.networknt.schema.Schema schema) {
    this.schema = schema;
  }

  /**
   * Compile a schema that {@link Survey} has checked.
   *
   * @throws SchemaException if it is not valid in its dialect or cannot be used
   */
  static FullSchema compile(JsonNode schema, Dialect dialect) throws SchemaException {
    List<Violation> faults = meta(dialect).check(schema, Deadline.SCHEMA_LIMIT);
    if (!faults.isEmpty()) {
      throw new SchemaException(
          "not a valid schema of %s: %s"
              .formatted(
                  dialect.text(),
                  CommonMistake.in(schema).orElseGet(() -> faults.get(0).message())));
    }
    try {
      return new FullSchema(Library.compile(schema, dialect));
    } catch (RuntimeException e) {
      throw new SchemaException("the schema cannot be used: " + reason(e));
    } catch (StackOverflowError e) {
      throw new SchemaException("the schema cannot be used: its references go too deep");
    }
  }

  private static FullSchema meta(Dialect dialect) {
    return META.computeIfAbsent(dialect, named -> new FullSchema(Library.meta(named)));
  }

  List<Violation> check(JsonNode value) throws SchemaException {
    return check(value, Deadline.LIMIT);
  }

  private List<Violation> check(JsonNode value, Duration limit) throws SchemaException {
    Deadline deadline = new Deadline(limit);
    BoundedContext context = new BoundedContext(deadline);
    deadline.hold();
    try {
      schema.validate(context, value);
      return Findings.violations(context.getErrors(), value);
    } catch (ValidationLimitExceededException | StackOverflowError e) {
      throw new SchemaException(
          "the check was given up: schemas go too deep into one another, or refer to themselves");
    } catch (RuntimeException e) {
      throw new SchemaException("the check was given up: " + reason(e));
    } finally {
      Deadline.release();
    }
  }

  /**
   * The message of {@link Deadline.GivenUp} or of the library. Any other exception is a fault of
   * the library.
   */
  private static String reason(RuntimeException e) {
    if (e instanceof Deadline.GivenUp) {
      return e.getMessage();
    }
    return e instanceof com.networknt.schema.SchemaException
        ? Excerpt.cut(e.getMessage())
        : "the validator library failed with " + e.getClass().getSimpleName();
  }

  /** One run of the library over a value. Each keyword is a step towards the deadline. */
  private static final class BoundedContext extends ExecutionContext {
    /**
     * How many schemas may be nested on the way to one value. Deep enough for values nested a
     * hundred levels under a schema that refers back to itself in a roundabout way, or two hundred
     * levels in a plain one. Shallow enough for the library's recursion on a stack of 512 KB, which
     * has room for 500. A reference that leads back to itself ends here.
     */
    static final int MAX_DEPTH = 400;

    private static final ExecutionConfig CONFIG =
        ExecutionConfig.builder()
            .formatAssertionsEnabled(false)
            .maxEvaluationDepth(MAX_DEPTH)
            .build();

    private final Deadline deadline;

    BoundedContext(Deadline deadline) {
      super(CONFIG);
      this.deadline = deadline;
    }

    @Override
    public void evaluationPathAddLast(String keyword) {
      deadline.step();
      super.evaluationPathAddLast(keyword);
    }
  }

  /** The validator library, set up for this use: offline, bounded, formats as annotations. */
  private static final class Library {
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
     * A dialect of the library, with Bullpen's keywords and without draft-07's optional assertions.
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

    /** The dialect that a {@code $schema} names. Null if there is none, as the library requires. */
    private static com.networknt.schema.dialect.@Nullable Dialect dialect(String uri) {
      for (Dialect dialect : Dialect.values()) {
        if (dialect.isNamed(uri)) {
          return DIALECTS.computeIfAbsent(dialect, Library::adapted);
        }
      }
      return null;
    }

    /** Compile a schema, in a registry of its own, so that no other schema sees its {@code $id}. */
    static com.networknt.schema.Schema compile(JsonNode schema, Dialect dialect) {
      com.networknt.schema.Schema compiled =
          registry(dialect).getSchema(SchemaLocation.of(Survey.HERE), schema);
      compiled.initializeValidators();
      return compiled;
    }

    static com.networknt.schema.Schema meta(Dialect dialect) {
      return registry(dialect).getSchema(SchemaLocation.of(dialect.id()));
    }

    private static SchemaRegistry registry(Dialect dialect) {
      return SchemaRegistry.builder()
          .defaultDialectId(dialect.id())
          .dialectRegistry(new BasicDialectRegistry(Library::dialect))
          .nodeReader(READER)
          .schemaLoader(loader -> loader.allow(iri -> Survey.BUNDLED.contains(iri.toString())))
          .schemaRegistryConfig(CONFIG)
          .build();
    }
  }

  /**
   * A pattern that cannot outlast its check, because its text is read through a sequence that
   * counts. Java's matcher takes exponential time for some expressions, and reads a character at
   * each step.
   */
  private static final class BoundedPattern implements RegularExpression {
    /** As its author wrote it. */
    private final String text;

    private final Pattern pattern;

    private BoundedPattern(String text, Pattern pattern) {
      this.text = text;
      this.pattern = pattern;
    }

    static BoundedPattern compile(String text) {
      try {
        return new BoundedPattern(text, Pattern.compile(EcmaPattern.toJava(text)));
      } catch (PatternSyntaxException | StackOverflowError e) {
        // The form of Python.
        String hint = text.contains("(?P<") ? "; a group with a name is written (?<name>...)" : "";
        throw new Deadline.GivenUp(
            "the pattern " + Excerpt.quoted(text) + " cannot be used" + hint);
      }
    }

    @Override
    public boolean matches(String value) {
      try {
        return pattern.matcher(new Counted(value, Deadline.current())).find();
      } catch (StackOverflowError tooDeep) {
        // The matcher recurses as deep as a group with alternatives repeats.
        throw new Deadline.GivenUp(
            "the pattern "
                + Excerpt.quoted(text)
                + " cannot be matched with a text of "
                + value.length()
                + " characters");
      }
    }

    private record Counted(CharSequence text, Deadline deadline) implements CharSequence {
      @Override
      public char charAt(int index) {
        deadline.step();
        return text.charAt(index);
      }

      @Override
      public int length() {
        return text.length();
      }

      @Override
      public CharSequence subSequence(int start, int end) {
        return new Counted(text.subSequence(start, end), deadline);
      }

      @Override
      public String toString() {
        return text.toString();
      }
    }
  }
}
