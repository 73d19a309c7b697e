package dev.bullpen.project;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A project with files that nobody may read in it and around it, and links to them. */
abstract class ProjectAmongSecrets {
  static final String SECRET = "secret of somebody else";

  @TempDir Path temporary;
  ProjectFixture project;
  Path outside;

  @BeforeEach
  void a_project_among_secrets() throws IOException {
    project =
        new ProjectFixture(temporary)
            .file("resources/a.txt", "a")
            .file("resources/sub/b.txt", "b")
            .file("resources/.hidden", SECRET)
            .file("resources/.git/config", SECRET)
            .file("resources/sub/.env", SECRET)
            .file("secret.txt", SECRET)
            .file("server.d/secret.txt", SECRET)
            .file(
                "resources/t.meta.json",
                "{\"name\": \"t\", \"uriTemplate\": \"tmpl://{+path}\", \"provider\": \"file\"}")
            .file(
                "resources/u.meta.json", "{\"name\": \"u\", \"uriTemplate\": \"file:///{+path}\"}");
    outside = Files.createDirectories(temporary.toRealPath().resolve("outside"));
    Files.writeString(outside.resolve("secret.txt"), SECRET);
    // A sibling whose name begins like the root's.
    Path sibling = Files.createDirectories(project.root.resolve("resources-private"));
    Files.writeString(sibling.resolve("secret.txt"), SECRET);
    link("out.txt", outside.resolve("secret.txt"));
    link("out", outside);
    link("up", Path.of(".."));
    link("far", Path.of("../../outside/secret.txt"));
    link("chain", Path.of("out.txt"));
    link("loop", Path.of("loop"));
    link("loop1", Path.of("loop2"));
    link("loop2", Path.of("loop1"));
    link("visible", Path.of(".hidden"));
    link("nowhere", Path.of("gone"));
  }

  void link(String name, Path target) throws IOException {
    Files.createSymbolicLink(project.root.resolve("resources").resolve(name), target);
  }
}
