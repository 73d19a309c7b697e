package dev.bullpen.project.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bullpen.posix.proc.Self;
import dev.bullpen.project.ProjectFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Collections;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TrustCheckTests {
  @TempDir Path temporary;

  @Test
  void our_own_private_file_is_believed() throws IOException {
    Path file = Files.writeString(temporary.resolve("file"), "");
    ProjectFixture.permit(file, "rw-r--r--");
    assertEquals(Optional.empty(), TrustCheck.objection(file));
  }

  @Test
  void a_file_of_another_user_is_not() throws IOException {
    Path file = Files.writeString(temporary.resolve("file"), "");
    ProjectFixture.permit(file, "rw-r--r--");
    assertFalse(TrustCheck.isTrusted(Self.userId() + 1));
    assumeTrue(Self.userId() == 0, "only root can give files away");
    int otherUser = 12_345;
    Files.setAttribute(file, "unix:uid", otherUser);
    assertTrue(TrustCheck.objection(file).orElseThrow().fact().contains("another user"));
  }

  @Test
  void a_file_of_root_is_believed_by_everybody() throws IOException {
    Path file = Path.of("/etc/passwd");
    PosixFileAttributes attributes = Files.readAttributes(file, PosixFileAttributes.class);
    assumeTrue(attributes.isRegularFile());
    assumeTrue((int) Files.getAttribute(file, "unix:uid") == 0, "it is of root");
    assumeTrue(
        Collections.disjoint(
            attributes.permissions(),
            Set.of(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE)));
    assertEquals(Optional.empty(), TrustCheck.objection(file));
  }

  @ParameterizedTest
  @CsvSource({
    "600, 1000, true",
    "400, 1000, true",
    "400, 0, true",
    "440, 0, true",
    "440, 1000, false",
    "460, 0, false",
    "450, 0, false",
    "444, 0, false",
    "404, 0, false"
  })
  void a_secret_is_its_owners_or_passed_on_by_root(String mode, int owner, boolean isPrivate) {
    assertEquals(isPrivate, TrustCheck.isPrivate(Integer.parseInt(mode, 8), owner, 1000));
  }

  @Test
  void root_passes_no_secret_on_to_itself() throws IOException {
    assertFalse(TrustCheck.isPrivate(0440, 0, 0));
    Path file = Files.writeString(temporary.resolve("secret"), "");
    ProjectFixture.permit(file, "rw-------");
    assertTrue(TrustCheck.isPrivate(file));
    ProjectFixture.permit(file, "rw-r-----");
    assertFalse(TrustCheck.isPrivate(file), "it is this user's, who closes it");
  }

  @Test
  void what_cannot_be_examined_is_not() {
    assertTrue(
        TrustCheck.objection(temporary.resolve("gone"))
            .orElseThrow()
            .fact()
            .contains("cannot be examined"));
  }
}
