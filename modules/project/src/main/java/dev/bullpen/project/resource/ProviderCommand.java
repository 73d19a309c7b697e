package dev.bullpen.project.resource;

import dev.bullpen.project.file.Absence;
import dev.bullpen.project.file.Cause;
import dev.bullpen.project.file.EscapedBytes;
import dev.bullpen.project.file.Folder;
import dev.bullpen.project.file.FolderEntries;
import dev.bullpen.project.file.JavaProgram;
import dev.bullpen.project.file.Layout;
import dev.bullpen.project.metadata.FoundFile;
import dev.bullpen.project.script.Discovery;
import dev.bullpen.project.script.TrustedCommand;
import dev.bullpen.project.script.TrustedCommand.Kind;
import dev.bullpen.project.script.TrustedCommand.ProjectScript;
import dev.bullpen.project.script.UnusableScriptException;
import java.io.File;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * How the script of a provider is started, if there is one and it may be.
 *
 * <p>A project's own are the program in Java that a resource is described by, else {@code NAME.sh}
 * in the folder of providers, else the first executable file of that name with another extension,
 * else {@code NAME.java} or {@code NAME.jar}. Before every start each must lie in the folder of its
 * kind or the project once every link is followed, belong to us or root, and be writable by nobody
 * else. Below {@code MCPBASH_HOME} there is {@code providers/NAME.sh}, believed as all of the
 * framework is.
 */
public final class ProviderCommand {
  private static final String EXTENSION = ".sh";
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_+.-]{0,63}");

  private final Layout layout;
  private final Folder own;
  private final Folder framework;
  private final TrustedCommand commands;

  public ProviderCommand(Layout layout, TrustedCommand commands) {
    this.layout = layout;
    Path project = layout.root().path();
    boolean usual = layout.providers().equals(project.resolve("providers"));
    this.own = new Folder(layout.providers(), usual ? project : layout.providers());
    this.framework = new Folder(layout.home().resolve("providers"), layout.home());
    this.commands = commands;
  }

  /** The command for the project's own script; empty when it has none. */
  Optional<List<String>> own(ResourceSubject subject) throws ResourceException {
    Optional<Path> script =
        subject.program().isPresent()
            ? layout.resources().resolve(subject.program().get())
            : ownScript(subject);
    if (script.isEmpty()) {
      return Optional.empty();
    }
    Folder folder = subject.program().isPresent() ? layout.resources() : own;
    return Optional.of(command(subject, folder, script.get(), commands::of));
  }

  /** The command for the framework's script; empty when there is none. */
  Optional<List<String>> framework(ResourceSubject subject) throws ResourceException {
    Optional<Path> script =
        isName(subject.provider())
            ? framework.file(subject.provider() + EXTENSION)
            : Optional.empty();
    return script.isPresent()
        ? Optional.of(command(subject, framework, script.get(), commands::unchecked))
        : Optional.empty();
  }

  /** Another one is not taken where it cannot be told whether the project has one. */
  private Optional<Path> ownScript(ResourceSubject subject) throws ResourceException {
    String provider = subject.provider();
    if (!isName(provider)) {
      return Optional.empty();
    }
    Path usual = own.path().resolve(provider + EXTENSION);
    File file = usual.toFile(); // which tells what is not there without an exception
    if (file.isFile()) {
      return Optional.of(usual);
    }
    try {
      if (!file.exists() && !Absence.isCertain(usual)) {
        throw new AccessDeniedException(usual.toString());
      }
      return own.path().toFile().isDirectory()
          ? executable(provider).or(() -> program(provider))
          : Optional.empty();
    } catch (IOException e) {
      throw ResourceException.failed(
          "Resource provider path rejected by policy",
          subject.uri(),
          "its provider %s cannot be looked for (%s). Let the user of the server read and enter that folder, or remove it"
              .formatted(own.path(), Cause.of(e)));
    }
  }

  /** It may be called by its whole name, as one beside a resource is. */
  private Optional<Path> program(String provider) {
    return Stream.of(provider, provider + JavaProgram.SOURCE, provider + JavaProgram.JAR)
        .filter(JavaProgram::is)
        .map(own.path()::resolve)
        .filter(Files::isRegularFile)
        .findFirst();
  }

  /** Of several the first by name, so that it is the same one every time. */
  private Optional<Path> executable(String provider) throws IOException {
    TreeSet<Path> found = new TreeSet<>();
    for (Path entry : FolderEntries.of(own.path())) {
      String name = entry.getFileName().toString();
      if (name.length() > provider.length()
          && FoundFile.stem(name).equals(provider)
          && !Discovery.isLeftLying(name)
          && !JavaProgram.is(name)
          && Files.isRegularFile(entry)
          && Files.isExecutable(entry)) {
        found.add(entry);
      }
    }
    return found.stream().findFirst();
  }

  /** Whether a provider's name is that of a file, and of one in the folder itself. */
  private static boolean isName(String provider) {
    return NAME.matcher(provider).matches();
  }

  private static List<String> command(
      ResourceSubject subject, Folder folder, Path path, Starter starter) throws ResourceException {
    ProjectScript script =
        new ProjectScript(Kind.PROVIDER, EscapedBytes.of(subject.provider()), folder, path);
    try {
      List<String> command = new ArrayList<>(starter.command(script));
      command.add(subject.uri());
      return command;
    } catch (UnusableScriptException e) {
      // The sentence about the resource, which this is the end of, has a full stop itself.
      String reason = e.detail().replaceFirst("\\.$", "");
      throw ResourceException.failed(e.getMessage(), subject.uri(), reason);
    }
  }

  private interface Starter {
    List<String> command(ProjectScript script) throws UnusableScriptException;
  }
}
