package dev.bullpen.server;

import dev.bullpen.project.metadata.ServerIdentity;
import dev.bullpen.protocol.session.ServerInfo;
import java.util.Optional;

/** What a project says of itself, as the protocol says it. */
final class Identity {
  private Identity() {}

  static ServerInfo of(ServerIdentity project) {
    return new ServerInfo(
        project.name(),
        project.version(),
        Optional.of(project.title()),
        project.description(),
        project.websiteUrl(),
        project.icons(),
        project.instructions());
  }
}
