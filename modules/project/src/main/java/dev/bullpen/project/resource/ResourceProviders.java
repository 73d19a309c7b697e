package dev.bullpen.project.resource;

import dev.bullpen.json.Json;
import dev.bullpen.posix.log.Cause;
import dev.bullpen.project.file.Absence;
import dev.bullpen.project.file.EscapedBytes;
import dev.bullpen.project.file.Folder;
import dev.bullpen.project.file.FolderListing;
import dev.bullpen.project.file.JavaProgram;
import dev.bullpen.project.file.Layout;
import dev.bullpen.project.file.MimeType;
import dev.bullpen.project.metadata.FoundFile;
import dev.bullpen.project.metadata.RefusedException;
import dev.bullpen.project.resource.ResourceFiles.EchoedText;
import dev.bullpen.project.resource.ResourceFiles.FolderContents;
import dev.bullpen.project.resource.ResourceFiles.LocalFile;
import dev.bullpen.project.resource.ResourceFiles.UiPage;
import dev.bullpen.project.resource.ResourceRead.ResourceTarget;
import dev.bullpen.project.resource.ResourceTemplate.TemplateMatch;
import dev.bullpen.project.script.Discovery;
import dev.bullpen.project.script.RequestVariables;
import dev.bullpen.project.script.ScriptEnvironment;
import dev.bullpen.project.script.TrustedCommand;
import dev.bullpen.project.script.TrustedCommand.Kind;
import dev.bullpen.project.script.TrustedCommand.ProjectScript;
import dev.bullpen.project.setting.OperatorSettings.NumberSetting;
import dev.bullpen.project.setting.OperatorSettings.SwitchSetting;
import dev.bullpen.project.tool.UiResource;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/**
 * Chooses how a resource is read: by the project's script with the provider's name, otherwise by a
 * built-in provider ({@code file}, {@code echo}, {@code ui}), otherwise by a script of the
 * framework. {@code https} is always read by the framework's script, so that the operator's list of
 * hosts applies.
 *
 * <p>A project's own provider is the program in Java of the resource, otherwise {@code NAME.sh} in
 * the providers folder, otherwise the first executable file with that name and another extension,
 * otherwise {@code NAME.java} or {@code NAME.jar}. {@link TrustedCommand} checks each. The
 * framework's scripts are {@code providers/NAME.sh} below {@code MCPBASH_HOME}, and are trusted
 * like the rest of the framework.
 */
public final class ResourceProviders {
  private static final String GIT = "git";

  /** The time for the framework's scripts before and after a fetch. */
  private static final Duration BESIDE_FETCH = Duration.ofSeconds(5);

  private static final String HTTPS = "https";
  private static final String HTTPS_PORT = ":443";

  /** The port at the end of an authority, which may contain colons in a bracketed address. */
  private static final Pattern PORT = Pattern.compile(":0*([0-9]+)$");

  private static final String EXTENSION = ".sh";
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_+.-]{0,63}");

  private final Layout layout;
  private final Folder own;
  private final Folder framework;
  private final TrustedCommand commands;
  private final ScriptEnvironment environment;
  private final ResourceFiles files;
  private final List<Folder> pageFolders;
  private final boolean git;
  private final Duration gitTimeout;
  private final Duration httpsTimeout;
  private final int maxBytes;
  private final int maxUiBytes;

  public ResourceProviders(
      Map<String, String> env,
      Layout layout,
      TrustedCommand commands,
      ScriptEnvironment environment) {
    this.layout = layout;
    Path project = layout.root().path();
    boolean isUsual = layout.providers().equals(project.resolve("providers"));
    this.own = new Folder(layout.providers(), isUsual ? project : layout.providers());
    this.framework = new Folder(layout.home().resolve("providers"), layout.home());
    this.commands = commands;
    this.environment = environment;
    this.files = new ResourceFiles(layout, env);
    this.pageFolders = List.of(layout.tools(), layout.ui(), layout.root());
    this.git = SwitchSetting.ENABLE_GIT_PROVIDER.isOn(env);
    this.gitTimeout = NumberSetting.GIT_TIMEOUT.seconds(env).plus(BESIDE_FETCH);
    this.httpsTimeout = NumberSetting.HTTPS_TIMEOUT.seconds(env);
    this.maxBytes = maxBytes(env);
    this.maxUiBytes = maxUiBytes(env);
  }

  /** The most bytes of one resource, and of all files of one result together. */
  static int maxBytes(Map<String, String> env) {
    return NumberSetting.MAX_RESOURCE_BYTES
        .of(env)
        .orElseGet(() -> NumberSetting.MAX_TOOL_OUTPUT_SIZE.inForce(env));
  }

  static int maxUiBytes(Map<String, String> env) {
    return NumberSetting.MAX_UI_RESOURCE_BYTES.inForce(env);
  }

  public int maxBytes() {
    return maxBytes;
  }

  /**
   * How long a provider's script may take: the usual limit, and for git at least its own setting
   * for a fetch. The scripts for git and https report a timeout themselves.
   */
  public Duration timeout(ResourceRead.Script script, Duration usual) {
    if (script.host().isPresent()) {
      return script.host().get().timeout().plus(BESIDE_FETCH);
    }
    boolean isLonger = script.target().provider().equals(GIT) && gitTimeout.compareTo(usual) > 0;
    return isLonger ? gitTimeout : usual;
  }

  /** How a resource is read. The page is that of the user interface with its URI. */
  public ResourceRead read(ResourceSubject subject, Optional<UiResource> page)
      throws ResourceException {
    if (subject.provider().equals(HTTPS)) {
      return script(subject, ofFramework(subject), Optional.of(host(subject.uri())));
    }
    Optional<List<String>> own = ofProject(subject);
    if (own.isPresent()) {
      return script(subject, own.get(), Optional.empty());
    }
    Optional<ResourceSubject> byScheme = subject.byScheme();
    if (byScheme.isPresent() && ofProject(byScheme.get()).isPresent()) {
      return read(byScheme.get(), page);
    }
    return switch (subject.provider()) {
      case "file" -> file(subject);
      case "echo" -> new EchoedText(subject.target(), maxBytes);
      case "ui" -> page(subject, page);
      default -> script(subject, ofFramework(subject), Optional.empty());
    };
  }

  private ResourceRead file(ResourceSubject subject) {
    if (subject.mimeType().equals(Optional.of(MimeType.DIRECTORY))) {
      ResourceTarget target =
          new ResourceTarget(
              subject.uri(), subject.mimeType(), Optional.empty(), ResourceTarget.FOLDER);
      return new FolderContents(target, files, subject, maxBytes);
    }
    // If the project invented the URI, the file name says more about the type.
    Optional<String> mimeType =
        subject
            .mimeType()
            .or(
                () ->
                    files
                        .path(subject)
                        .map(path -> FoundFile.fileName(path.toString()))
                        .flatMap(ResourceContent::byName));
    return new LocalFile(
        new ResourceTarget(subject.uri(), mimeType, Optional.empty(), subject.provider()),
        files,
        subject,
        maxBytes);
  }

  private ResourceRead page(ResourceSubject subject, Optional<UiResource> known)
      throws ResourceException {
    String uri = subject.uri();
    UiResource page =
        known.orElseThrow(() -> ResourceException.notFound(uri, "no interface has that URI"));
    return new UiPage(
        new ResourceTarget(
            uri, Optional.of(UiResource.MIME_TYPE), Optional.of(page.meta()), subject.provider()),
        page.html(),
        maxUiBytes,
        pageFolders);
  }

  private ResourceRead.Host host(String uri) throws ResourceException {
    try {
      URI parsed = new URI(uri);
      // The host is null if it has letters beyond ASCII.
      String authority = parsed.getRawAuthority();
      if (HTTPS.equalsIgnoreCase(parsed.getScheme()) && authority != null && !authority.isEmpty()) {
        String name = authority.toLowerCase(Locale.ROOT);
        Matcher port = PORT.matcher(name);
        String place =
            port.find() ? name.substring(0, port.start()) + ":" + port.group(1) : name + HTTPS_PORT;
        return new ResourceRead.Host(place, httpsTimeout);
      }
    } catch (URISyntaxException e) {
      throw notHttps(uri, e.getReason());
    }
    throw notHttps(uri, "it lacks https:// and a host");
  }

  private static ResourceException notHttps(String uri, String reason) {
    return ResourceException.invalid(ProviderExit.INVALID_SPECIFICATION, uri, reason);
  }

  private ResourceRead script(
      ResourceSubject subject, List<String> command, Optional<ResourceRead.Host> host) {
    return new ResourceRead.Script(
        subject.target(), command, environment(subject), subject.limits(), host);
  }

  private List<String> ofFramework(ResourceSubject subject) throws ResourceException {
    String provider = subject.provider();
    if (provider.equals(GIT) && !git) {
      throw ResourceException.invalid(
          "Git provider is disabled; set MCPBASH_ENABLE_GIT_PROVIDER=true to enable",
          subject.uri(),
          "the provider git is off. Set MCPBASH_ENABLE_GIT_PROVIDER=true");
    }
    Optional<Path> script =
        NAME.matcher(provider).matches() ? framework.file(provider + EXTENSION) : Optional.empty();
    if (script.isEmpty()) {
      throw ResourceException.failed(
          "Unsupported resource provider",
          subject.uri(),
          "there is no provider \"%s\". Put %1$s.sh or %1$s.java into the folder of providers"
              .formatted(EscapedBytes.of(provider)));
    }
    return command(subject, framework, script.get(), false);
  }

  private Optional<List<String>> ofProject(ResourceSubject subject) throws ResourceException {
    Optional<String> program = subject.program();
    Folder folder = program.isPresent() ? layout.resources() : own;
    Optional<Path> script =
        program.isPresent() ? folder.resolve(program.get()) : ownScript(subject);
    return script.isPresent()
        ? Optional.of(command(subject, folder, script.get(), true))
        : Optional.empty();
  }

  /** If it is unknown whether the project has a provider, no other one may be used. */
  private Optional<Path> ownScript(ResourceSubject subject) throws ResourceException {
    String provider = subject.provider();
    if (!NAME.matcher(provider).matches()) {
      return Optional.empty();
    }
    Path usual = own.path().resolve(provider + EXTENSION);
    File file = usual.toFile(); // File reports a missing file without an exception
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
          "Resource provider path rejected by policy. The log of the server says why and what to change.",
          subject.uri(),
          "its provider %s cannot be searched (%s). Let the user of the server read and enter that folder, or remove it"
              .formatted(own.path(), Cause.of(e)));
    }
  }

  /** It may be named with its extension, like one beside a resource. */
  private Optional<Path> program(String provider) {
    return Stream.of(provider, provider + JavaProgram.SOURCE, provider + JavaProgram.JAR)
        .filter(JavaProgram::is)
        .map(own.path()::resolve)
        .filter(Files::isRegularFile)
        .findFirst();
  }

  /** If there are several, the first by name, so that it is always the same. */
  private Optional<Path> executable(String provider) throws IOException {
    TreeSet<Path> found = new TreeSet<>();
    for (Path entry : FolderListing.entries(own.path(), "*")) {
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

  private List<String> command(ResourceSubject subject, Folder folder, Path path, boolean isChecked)
      throws ResourceException {
    ProjectScript script =
        new ProjectScript(Kind.PROVIDER, EscapedBytes.of(subject.provider()), folder, path);
    try {
      List<String> command =
          new ArrayList<>(isChecked ? commands.of(script) : commands.unchecked(script));
      command.add(subject.uri());
      return command;
    } catch (RefusedException e) {
      // This completes a sentence that has its own full stop.
      String reason = e.detail().replaceFirst("\\.$", "");
      throw ResourceException.failed(e.getMessage(), subject.uri(), reason);
    }
  }

  /**
   * {@link ScriptEnvironment#ofProvider}, and for a template its name and the values of its
   * variables, twice as JSON and once as plain variables. These always fit: together they are no
   * longer than a URI and a template.
   */
  private Map<String, String> environment(ResourceSubject subject) {
    Map<String, String> all = environment.ofProvider(subject.provider());
    if (subject.variables().isPresent()) {
      TemplateMatch match = subject.variables().get();
      String template = match.template();
      all.put("MCP_RESOURCE_TEMPLATE_NAME", RequestVariables.isCarriable(template) ? template : "");
      // As written in the URI, like in mcp-bash.
      all.put("MCP_RESOURCE_TEMPLATE_VARS", json(match.written()));
      all.put("MCP_RESOURCE_TEMPLATE_VARS_JSON", json(match.values()));
      all.putAll(RequestVariables.named("MCP_RESOURCE_VAR_", match.values()));
    }
    return all;
  }

  private static String json(Map<String, String> values) {
    ObjectNode json = Json.object();
    values.forEach(json::put);
    return Json.text(json);
  }
}
