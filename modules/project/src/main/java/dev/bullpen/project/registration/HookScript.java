package dev.bullpen.project.registration;

import dev.bullpen.project.file.Absence;
import dev.bullpen.project.file.Layout;
import dev.bullpen.project.file.Sha256;
import dev.bullpen.project.file.SmallFile;
import dev.bullpen.project.file.TrustCheck;
import dev.bullpen.project.script.ScriptCommand;
import dev.bullpen.project.setting.SwitchSetting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A {@code server.d/register.sh} that may be run: the operator allows it by {@code
 * MCPBASH_ALLOW_PROJECT_HOOKS}, it means to be run, and nobody else can have written it.
 *
 * @param hash of its content
 */
public record HookScript(Path file, String hash) {
  private static final String NAME = "register.sh";

  /** Whether the operator has projects run code of their own while they are read. */
  public static boolean isAllowed(Map<String, String> env) {
    return SwitchSetting.ALLOW_PROJECT_HOOKS.isOn(env);
  }

  /** Its name in messages. */
  static String origin(Layout layout) {
    return layout.serverFile(NAME);
  }

  /** Whether a project has one, which may or may not be run. */
  public static boolean exists(Layout layout) {
    return !Absence.isCertain(layout.server().path().resolve(NAME));
  }

  /**
   * The script of a project; empty when there is none, reported and empty when it does not mean to
   * be run.
   *
   * @throws RegistrationException if it cannot be trusted or read: what it would have kept back is
   *     not to be discovered instead
   */
  static Optional<HookScript> of(Layout layout, Consumer<String> problems)
      throws RegistrationException {
    Path file = layout.server().path().resolve(NAME);
    if (Absence.isCertain(file)) {
      return Optional.empty();
    }
    Optional<TrustCheck.Objection> objection = TrustCheck.firstObjection(layout.wayTo(file));
    if (objection.isPresent()) {
      throw new RegistrationException(
          file, "", "not believed because " + objection.get().fact(), objection.get().nextStep());
    }
    try {
      byte[] content =
          SmallFile.read(file, SmallFile.MAX_BYTES, List.of(layout.server(), layout.root()));
      if (!Files.isExecutable(file) && !ScriptCommand.hasShebang(file)) {
        return ignored(
            file,
            "it is not executable and does not begin with #!",
            "Run chmod +x on it",
            problems);
      }
      Optional<String> foreign = ScriptCommand.foreignLanguage(file);
      if (foreign.isPresent()) {
        throw new RegistrationException(
            file,
            "",
            "it asks for %s, and bash would read it".formatted(foreign.get()),
            "Write it for bash");
      }
      return Optional.of(new HookScript(file, Sha256.hex(content)));
    } catch (IOException e) {
      throw new RegistrationException(
          file,
          "",
          "it is no readable, regular file of at most %d bytes".formatted(SmallFile.MAX_BYTES),
          "Mend or remove it");
    }
  }

  private static Optional<HookScript> ignored(
      Path file, String fact, String nextStep, Consumer<String> problems) {
    problems.accept("%s is ignored: %s. %s.".formatted(file, fact, nextStep));
    return Optional.empty();
  }
}
