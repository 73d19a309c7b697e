package dev.bullpen.api;

/**
 * Reads resources.
 *
 * <p>A whole one, {@code resources/Member.java}; {@code resources/Member.meta.json} beside it says
 * its {@code uriTemplate}, {@code team://members/{name}}, and its {@code mimeType}:
 *
 * <pre>{@code
 * import dev.bullpen.api.ResourceContents;
 * import dev.bullpen.api.ResourceException;
 * import dev.bullpen.api.ResourceReader;
 * import dev.bullpen.api.ResourceRequest;
 * import java.util.Map;
 *
 * class Member implements ResourceReader {
 *   private static final Map<String, String> TEAM = Map.of("ada", "engines", "grace", "compilers");
 *
 *   @Override
 *   public ResourceContents read(ResourceRequest request) throws Exception {
 *     String work = TEAM.get(request.variable("name"));
 *     if (work == null) {
 *       throw ResourceException.notFound("the team has no member of that name");
 *     }
 *     return ResourceContents.text(work);
 *   }
 * }
 * }</pre>
 */
@FunctionalInterface
public interface ResourceReader {
  /**
   * Read one.
   *
   * @return never null
   * @throws ResourceException for a failure of a known kind
   * @throws Exception for any other: the client learns that there was one
   */
  ResourceContents read(ResourceRequest request) throws Exception;
}
