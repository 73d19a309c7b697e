package dev.bullpen.pool.helper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.bullpen.pool.folder.HelperFolders;
import dev.bullpen.pool.job.DeskRequest;
import dev.bullpen.pool.process.Marker;
import dev.bullpen.posix.spawn.EnvironmentBlock;
import dev.bullpen.wire.Desk;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SurroundingsTests {
  private static final Desk NOTHING = new Desk(List.of(), List.of(), List.of());

  private final Surroundings surroundings =
      new Surroundings(
          Optional.of(
              new HelperFolders(
                  Path.of("/desk"),
                  Optional.of(Path.of("/room")),
                  Optional.of(Path.of("/tmp/j")))));
  private Marker marker;
  private String session;

  @BeforeEach
  void a_session() throws IOException {
    marker = new Marker();
    session = "BULLPEN_SESSION=" + marker.token();
  }

  private Set<String> told(Optional<DeskRequest> wanted) {
    byte[] block =
        surroundings.of(wanted, marker).bytesBehind(EnvironmentBlock.of(Map.of()), Map.of());
    return Set.of(new String(block, StandardCharsets.UTF_8).split("\0"));
  }

  private static Optional<DeskRequest> wanting(String variable, String name) {
    return Optional.of(new DeskRequest(NOTHING, Map.of(variable, name)));
  }

  @Test
  void each_job_is_told_of_the_places_it_wants_whatever_those_before_it_wanted() {
    Optional<DeskRequest> one = wanting("A", "a.txt");
    Optional<DeskRequest> other = wanting("B", "b.txt");
    for (int round = 0; round < 2; round++) {
      assertEquals(Set.of(session, "TMPDIR=/tmp/j", "A=/desk/a.txt"), told(one));
      assertEquals(Set.of(session, "TMPDIR=/tmp/j"), told(Optional.empty()));
      assertEquals(Set.of(session, "TMPDIR=/tmp/j", "B=/desk/b.txt"), told(other));
    }
  }

  @Test
  void the_same_wish_is_encoded_once_also_with_jobs_without_a_desk_between() {
    Optional<DeskRequest> one = wanting("A", "a.txt");
    EnvironmentBlock first = surroundings.of(one, marker);
    EnvironmentBlock bare = surroundings.of(Optional.empty(), marker);
    assertSame(first, surroundings.of(one, marker));
    assertSame(bare, surroundings.of(Optional.empty(), marker));
  }
}
