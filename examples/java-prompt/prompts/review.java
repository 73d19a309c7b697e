import dev.bullpen.api.CompletionProvider;
import dev.bullpen.api.CompletionRequest;
import dev.bullpen.api.Content;
import dev.bullpen.api.Message;
import dev.bullpen.api.Prompt;
import dev.bullpen.api.PromptMessages;
import dev.bullpen.api.PromptRequest;
import dev.bullpen.api.ResourceContents;
import dev.bullpen.api.Role;
import dev.bullpen.api.Suggestions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Makes the prompt "review", and completes its arguments: one class may do both. Its file's name
 * makes it the prompt, and register.json names it for the completion.
 */
class Review implements Prompt, CompletionProvider {
  private static final String EXTENSION = ".md";

  @Override
  public PromptMessages get(PromptRequest request) throws IOException {
    String by = request.argument("by", "rules");
    // The working directory is not the project: paths begin at the project's folder.
    Path files = request.job().project().resolve("files");
    if (!documents(files).contains(by)) {
      throw new IllegalArgumentException("there is no document " + by);
    }
    Content document =
        Content.embedded(
            "docs://" + by,
            "text/markdown",
            ResourceContents.text(Files.readString(files.resolve(by + EXTENSION))));
    return PromptMessages.of(
            new Message(Role.USER, document),
            Message.user(
                "Review this change by the document above:\n" + request.argument("change")),
            Message.assistant("I go through the document point by point."))
        .describedAs("A review by " + by);
  }

  @Override
  public Suggestions complete(CompletionRequest request) throws IOException {
    if (!request.argument().equals("by")) {
      return Suggestions.of();
    }
    List<String> fitting =
        documents(request.job().project().resolve("files")).stream()
            .filter(name -> name.startsWith(request.value()))
            .toList();
    return Suggestions.page(fitting, request);
  }

  private static List<String> documents(Path files) throws IOException {
    try (Stream<Path> all = Files.list(files)) {
      return all.map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(EXTENSION))
          .map(name -> name.substring(0, name.length() - EXTENSION.length()))
          .sorted()
          .toList();
    }
  }
}
