package dev.bullpen.api;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * A piece of what somebody is shown. A client of a revision of MCP that lacks a kind is shown a
 * text in its place.
 */
public sealed interface Content {
  /** For whom and how important it is, if that is said. */
  Optional<Annotations> annotations();

  /** The same with these annotations. */
  Content annotated(Annotations annotations);

  /** Something to read. */
  record Text(String text, Optional<Annotations> annotations) implements Content {
    @Override
    public Text annotated(Annotations said) {
      return new Text(text, Optional.of(said));
    }
  }

  /**
   * Something to look at.
   *
   * @param bytes not copied, so leave them alone
   * @param mimeType such as {@code image/png}
   */
  record Image(byte[] bytes, String mimeType, Optional<Annotations> annotations)
      implements Content {
    @Override
    public Image annotated(Annotations said) {
      return new Image(bytes, mimeType, Optional.of(said));
    }
  }

  /**
   * Something to listen to.
   *
   * @param bytes not copied, so leave them alone
   * @param mimeType such as {@code audio/wav}
   */
  record Audio(byte[] bytes, String mimeType, Optional<Annotations> annotations)
      implements Content {
    @Override
    public Audio annotated(Annotations said) {
      return new Audio(bytes, mimeType, Optional.of(said));
    }
  }

  /** A resource, with what it holds. */
  record Embedded(
      String uri, String mimeType, ResourceContents contents, Optional<Annotations> annotations)
      implements Content {
    @Override
    public Embedded annotated(Annotations said) {
      return new Embedded(uri, mimeType, contents, Optional.of(said));
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
    @Override
    public Link annotated(Annotations said) {
      return new Link(uri, name, title, description, mimeType, size, Optional.of(said));
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

  /** Something to read. */
  static Text text(String text) {
    return new Text(text, Optional.empty());
  }

  /**
   * Something to look at.
   *
   * @param bytes not copied, so leave them alone
   * @param mimeType such as {@code image/png}
   */
  static Image image(byte[] bytes, String mimeType) {
    return new Image(bytes, mimeType, Optional.empty());
  }

  /**
   * Something to listen to.
   *
   * @param bytes not copied, so leave them alone
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
