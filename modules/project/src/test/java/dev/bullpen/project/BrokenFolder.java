package dev.bullpen.project;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What may be in place of a folder, and cannot be read. */
public enum BrokenFolder {
  LINK_TO_NOTHING {
    @Override
    public void make(Path place) throws IOException {
      Files.createSymbolicLink(place, place.resolveSibling("no-such-folder"));
    }
  },
  LINK_TO_ITSELF {
    @Override
    public void make(Path place) throws IOException {
      Files.createSymbolicLink(place, place);
    }
  },
  LINK_TO_A_FILE {
    @Override
    public void make(Path place) throws IOException {
      Files.createSymbolicLink(place, Files.createFile(place.resolveSibling("some-file")));
    }
  },
  FILE {
    @Override
    public void make(Path place) throws IOException {
      Files.createFile(place);
    }
  };

  public abstract void make(Path place) throws IOException;
}
