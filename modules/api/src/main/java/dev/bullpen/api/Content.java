package dev.bullpen.api;

import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A part of what is shown to a user or a model. A client whose revision of MCP lacks a kind gets a
 * text in its place.
 */
public sealed interface Content {
  /** Its audience and importance, if given. */
  Optional<Annotations> annotations();

  /** The same with these annotations. */
  Content annotated(Annotations annotations);

  /** A text. */
  record Text(String text, Optional<Annotations> annotations) implements Content {
    /** Refuses null. */
    public Text {
      Objects.requireNonNull(text, "text");
    }

    @Override
    public Text annotated(Annotations given) {
      return new Text(text, Optional.of(given));
    }
  }

  /**
   * An image.
   *
   * @param bytes not copied, so do not change them
   * @param mimeType such as {@code image/png}
   */
  record Image(byte[] bytes, String mimeType, Optional<Annotations> annotations)
      implements Content {
    /** Refuses null. */
    public Image {
      Objects.requireNonNull(bytes, "bytes");
      Objects.requireNonNull(mimeType, "mimeType");
    }

    @Override
    public Image annotated(Annotations given) {
      return new Image(bytes, mimeType, Optional.of(given));
    }
  }

  /**
   * A sound.
   *
   * @param bytes not copied, so do not change them
   * @param mimeType such as {@code audio/wav}
   */
  record Audio(byte[] bytes, String mimeType, Optional<Annotations> annotations)
      implements Content {
    /** Refuses null. */
    public Audio {
      Objects.requireNonNull(bytes, "bytes");
      Objects.requireNonNull(mimeType, "mimeType");
    }

    @Override
    public Audio annotated(Annotations given) {
      return new Audio(bytes, mimeType, Optional.of(given));
    }
  }

  /** A resource, with what it holds. */
  record Embedded(
      String uri, String mimeType, ResourceContents contents, Optional<Annotations> annotations)
      implements Content {
    /** Refuses null. */
    public Embedded {
      Objects.requireNonNull(uri, "uri");
      Objects.requireNonNull(mimeType, "mimeType");
      Objects.requireNonNull(contents, "contents");
    }

    @Override
    public Embedded annotated(Annotations given) {
      return new Embedded(uri, mimeType, contents, Optional.of(given));
    }
  }

  /**
   * A resource that the client may read.
   *
   * @param size in bytes
   */
  record Link(
      String uri,
      String name,
      Optional<String> title,
      Optional<String> description,
      Optional<String> mimeType,
      OptionalLong size,
      Optional<Annotations> annotations)
      implements Content {
    /** Refuses null. */
    public Link {
      Objects.requireNonNull(uri, "uri");
      Objects.requireNonNull(name, "name");
    }

    @Override
    public Link annotated(Annotations given) {
      return new Link(uri, name, title, description, mimeType, size, Optional.of(given));
    }

    /** The same with that title. */
    public Link titled(String text) {
      return new Link(uri, name, Optional.of(text), description, mimeType, size, annotations);
    }

    /** The same with that description. */
    public Link describedAs(String text) {
      return new Link(uri, name, title, Optional.of(text), mimeType, size, annotations);
    }

    /** The same with that type. */
    public Link ofType(String type) {
      return new Link(uri, name, title, description, Optional.of(type), size, annotations);
    }

    /** The same with that size. */
    public Link ofSize(long bytes) {
      return new Link(uri, name, title, description, mimeType, OptionalLong.of(bytes), annotations);
    }
  }

  /** A text. */
  static Text text(String text) {
    return new Text(text, Optional.empty());
  }

  /**
   * An image.
   *
   * @param bytes not copied, so do not change them
   * @param mimeType such as {@code image/png}
   */
  static Image image(byte[] bytes, String mimeType) {
    return new Image(bytes, mimeType, Optional.empty());
  }

  /**
   * A sound.
   *
   * @param bytes not copied, so do not change them
   * @param mimeType such as {@code audio/wav}
   */
  static Audio audio(byte[] bytes, String mimeType) {
    return new Audio(bytes, mimeType, Optional.empty());
  }

  /** A resource, with what it holds. */
  static Embedded embedded(String uri, String mimeType, ResourceContents contents) {
    return new Embedded(uri, mimeType, contents, Optional.empty());
  }

  /** A resource that the client may read. */
  static Link link(String uri, String name) {
    return new Link(
        uri,
        name,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        OptionalLong.empty(),
        Optional.empty());
  }
}
