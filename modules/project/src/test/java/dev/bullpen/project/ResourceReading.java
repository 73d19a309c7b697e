package dev.bullpen.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.bullpen.project.resource.ResourceException;
import dev.bullpen.project.resource.ResourceRead;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** Reads the resources of a project as a client would, as far as this process reads them itself. */
public final class ResourceReading {
  private final ResourceReads reads;

  public ResourceReading(ProjectFixture project) {
    this.reads = project.open().resourceReads();
  }

  public ResourceReads reads() {
    return reads;
  }

  public ResourceRead plan(String uri) throws ResourceException {
    return reads.plan(Optional.of(uri), Optional.empty());
  }

  public ResourceRead named(String name) throws ResourceException {
    return reads.plan(Optional.empty(), Optional.of(name));
  }

  public String text(String uri) throws ResourceException {
    return text(plan(uri));
  }

  public static String text(ResourceRead read) throws ResourceException {
    byte[] bytes = assertInstanceOf(ResourceRead.Local.class, read).bytes();
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** The only item of the contents. */
  public ObjectNode item(String uri) throws ResourceException {
    ResourceRead.Local read = assertInstanceOf(ResourceRead.Local.class, plan(uri));
    assertEquals(1, read.target().contents(read.bytes()).size());
    return (ObjectNode) read.target().contents(read.bytes()).get(0);
  }

  public ResourceException failure(String uri) {
    return assertThrows(ResourceException.class, () -> text(uri), uri);
  }

  public void assertNotFound(String uri) {
    assertNotFound(failure(uri));
  }

  public static void assertNotFound(ResourceException e) {
    assertFailure(ResourceException.Kind.NOT_FOUND, "Resource not found", e);
  }

  public static void assertFailure(
      ResourceException.Kind kind, String message, ResourceException e) {
    assertEquals(kind, e.kind(), e::detail);
    assertEquals(message, e.getMessage(), e::detail);
  }
}
