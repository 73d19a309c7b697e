package dev.bullpen.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** Reads the resources of a project as a client would, as far as this process reads them itself. */
final class ResourceReading {
  private final ResourceReads reads;

  ResourceReading(ProjectFixture project) {
    this.reads = project.open().resourceReads();
  }

  ResourceReads reads() {
    return reads;
  }

  ResourceRead plan(String uri) throws ResourceException {
    return reads.plan(Optional.of(uri), Optional.empty());
  }

  ResourceRead named(String name) throws ResourceException {
    return reads.plan(Optional.empty(), Optional.of(name));
  }

  String text(String uri) throws ResourceException {
    return text(plan(uri));
  }

  static String text(ResourceRead read) throws ResourceException {
    byte[] bytes = assertInstanceOf(ResourceRead.Local.class, read).bytes();
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** The only item of the contents. */
  ObjectNode item(String uri) throws ResourceException {
    ResourceRead.Local read = assertInstanceOf(ResourceRead.Local.class, plan(uri));
    assertEquals(1, read.target().contents(read.bytes()).size());
    return (ObjectNode) read.target().contents(read.bytes()).get(0);
  }

  ResourceException failure(String uri) {
    return assertThrows(ResourceException.class, () -> text(uri), uri);
  }

  void assertNotFound(String uri) {
    assertNotFound(failure(uri));
  }

  static void assertNotFound(ResourceException e) {
    assertFailure(ResourceException.Kind.NOT_FOUND, "Resource not found", e);
  }

  static void assertFailure(ResourceException.Kind kind, String message, ResourceException e) {
    assertEquals(kind, e.kind(), e::detail);
    assertEquals(message, e.getMessage(), e::detail);
  }
}
