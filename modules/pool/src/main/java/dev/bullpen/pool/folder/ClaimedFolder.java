package dev.bullpen.pool.folder;

import dev.bullpen.posix.PrivateFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;

/**
 * A private folder of this process, named and claimed as a session's is: if this process is killed,
 * the next server removes it.
 */
public final class ClaimedFolder {
  private final PrivateFolder folder;
  private final Optional<Claim> claim;

  private ClaimedFolder(PrivateFolder folder, Optional<Claim> claim) {
    this.folder = folder;
    this.claim = claim;
  }

  /** Makes a new one in the folder for temporary files. */
  public static ClaimedFolder make(Path temporary) throws IOException {
    String token = UUID.randomUUID().toString().replace("-", "");
    PrivateFolder folder = PrivateFolder.make(temporary.resolve(ExchangeFolders.PREFIX + token));
    return new ClaimedFolder(folder, ExchangeFolders.claim(folder));
  }

  public Path path() {
    return folder.path();
  }

  /** Removes it with all that is in it; what cannot be removed is logged. */
  public void remove() {
    ExchangeFolders.removeSession(folder);
    claim.ifPresent(ExchangeFolders::release);
  }
}
