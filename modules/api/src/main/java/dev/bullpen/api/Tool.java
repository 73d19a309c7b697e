package dev.bullpen.api;

/**
 * Does something for a model.
 *
 * <p>A whole one, {@code tools/count/tool.java}; {@code tools/count/tool.meta.json} beside it says
 * its name, description and {@code inputSchema}:
 *
 * <pre>{@code
 * import dev.bullpen.api.Level;
 * import dev.bullpen.api.Tool;
 * import dev.bullpen.api.ToolRequest;
 * import dev.bullpen.api.ToolResult;
 * import java.nio.file.Files;
 * import java.nio.file.Path;
 * import java.util.List;
 * import java.util.Map;
 *
 * class Count implements Tool {
 *   @Override
 *   public ToolResult call(ToolRequest request) throws Exception {
 *     List<String> files = request.arguments().texts("files");
 *     long bytes = 0;
 *     for (int i = 0; i < files.size(); i++) {
 *       if (request.job().cancelled()) {
 *         return ToolResult.error("cancelled");
 *       }
 *       Path file = request.job().project().resolve(files.get(i));
 *       if (Files.isRegularFile(file)) {
 *         bytes += Files.size(file);
 *       } else {
 *         request.job().log(Level.WARNING, "there is no file " + files.get(i));
 *       }
 *       request.job().progress(i + 1, files.size(), files.get(i));
 *     }
 *     return ToolResult.structured(Map.of("files", files.size(), "bytes", bytes));
 *   }
 * }
 * }</pre>
 */
@FunctionalInterface
public interface Tool {
  /**
   * Do what the request asks for.
   *
   * @return never null; {@link ToolResult#error} for a failure that the model should learn of
   * @throws ArgumentException for an argument that is missing or wrong; the model learns which
   * @throws JsonRpcException to answer the call with that error instead of a result
   * @throws Exception for any other failure; the model learns that there was one
   */
  ToolResult call(ToolRequest request) throws Exception;
}
