package dev.bullpen.project;

import dev.bullpen.project.catalog.Catalog;
import dev.bullpen.project.resource.ProviderExit;
import dev.bullpen.project.resource.ResourceException;
import dev.bullpen.project.resource.ResourceLimit;
import dev.bullpen.project.resource.ResourceProviders;
import dev.bullpen.project.resource.ResourceRead;
import dev.bullpen.project.resource.UiPages;
import java.time.Duration;
import java.util.Optional;

/** How the resources of a project are read, according to one reading of its catalog. */
public final class ResourceReads {
  private final ResourceLookup lookup;
  private final ResourceProviders providers;
  private final UiPages pages;

  public ResourceReads(Catalog catalog, ResourceProviders providers, UiPages pages) {
    this.lookup = new ResourceLookup(catalog);
    this.providers = providers;
    this.pages = pages;
  }

  /**
   * Find out how a resource is read. Reads nothing of it; looks only for the script of its
   * provider.
   *
   * @param uri what to read
   * @param name of a resource, which a URI beside it must mean as well
   */
  public ResourceRead plan(Optional<String> uri, Optional<String> name) throws ResourceException {
    return providers.read(lookup.find(uri, name), pages);
  }

  /**
   * Bytes a resource may have, {@code MCPBASH_MAX_RESOURCE_BYTES}; what is local sees to it itself.
   */
  public int maxBytes() {
    return providers.maxBytes();
  }

  /**
   * How long a provider's script may take.
   *
   * @param usual what the script of any provider may
   */
  public Duration timeout(ResourceRead.Script script, Duration usual) {
    return providers.timeout(script, usual);
  }

  /**
   * What a provider's script has made of a resource.
   *
   * @param shellCode how it ended, as a shell has it in {@code $?}
   * @param stdout what it printed, or more than {@link #maxBytes} of it
   * @param stderr what it complained of, or the beginning
   * @return the content
   */
  public byte[] ended(ResourceRead.Script script, int shellCode, byte[] stdout, byte[] stderr)
      throws ResourceException {
    if (shellCode != 0) {
      throw ProviderExit.error(script, shellCode, stdout, stderr);
    }
    if (stdout.length > maxBytes()) {
      throw ResourceException.tooLong(maxBytes(), script.target().uri(), ResourceLimit.VARIABLE);
    }
    return stdout;
  }

  /**
   * Something that changes when the content of what is read here, such as a file or a folder, may
   * have, without reading it. Blocks as long as the file system does.
   *
   * @return empty for a URI whose content comes from a script or a host
   */
  public Optional<String> stamp(String uri) {
    try {
      return plan(Optional.of(uri), Optional.empty()) instanceof ResourceRead.Local local
          ? Optional.of(local.source().stamp())
          : Optional.empty();
    } catch (ResourceException e) {
      return Optional.empty();
    }
  }
}
