package dev.bullpen.project.script;

import dev.bullpen.project.metadata.ProjectException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The secret that every message of a client must have in its {@code _meta}, if {@code
 * MCPBASH_REMOTE_TOKEN} is set: as {@code mcpbash/remoteToken} ({@code MCPBASH_REMOTE_TOKEN_KEY}),
 * otherwise as {@code remoteToken} ({@code MCPBASH_REMOTE_TOKEN_FALLBACK_KEY}).
 */
public final class RemoteToken {
  /** The variable with the secret, and the prefix of its settings' names. */
  static final String VARIABLE = "MCPBASH_REMOTE_TOKEN";

  /** The least number of characters; shorter secrets can be guessed. */
  static final int MIN_LENGTH = 32;

  private final byte[] secret;
  private final List<String> keys;

  private RemoteToken(String secret, List<String> keys) {
    this.secret = secret.getBytes(StandardCharsets.UTF_8);
    this.keys = keys;
  }

  /** Empty if the environment has none. One that is too short is an error. */
  public static Optional<RemoteToken> of(Map<String, String> env) throws ProjectException {
    String secret = env.getOrDefault(VARIABLE, "");
    if (secret.isEmpty()) {
      return Optional.empty();
    }
    if (secret.length() < MIN_LENGTH) {
      throw new ProjectException(
          "%s has %d characters, but fewer than %d can be guessed. Set it to the output of openssl rand -hex 32, for example."
              .formatted(VARIABLE, secret.length(), MIN_LENGTH));
    }
    return Optional.of(
        new RemoteToken(
            secret,
            List.of(
                setting(env, "_KEY", "mcpbash/remoteToken"),
                setting(env, "_FALLBACK_KEY", "remoteToken"))));
  }

  private static String setting(Map<String, String> env, String suffix, String usual) {
    String set = env.getOrDefault(VARIABLE + suffix, "");
    return set.isEmpty() ? usual : set;
  }

  /**
   * Whether {@code params._meta} has the secret. The time does not depend on how much of it is
   * right.
   */
  public boolean matches(ObjectNode meta) {
    for (String key : keys) {
      JsonNode value = meta.path(key);
      if (value.isString()
          && MessageDigest.isEqual(secret, value.stringValue().getBytes(StandardCharsets.UTF_8))) {
        return true;
      }
    }
    return false;
  }

  public void putInto(ObjectNode meta) {
    meta.put(keys.get(0), new String(secret, StandardCharsets.UTF_8));
  }

  /** Whether a variable reveals the secret, by its name or its value. */
  public static boolean isRevealedBy(String name, String value, Map<String, String> env) {
    String secret = env.getOrDefault(VARIABLE, "");
    return name.startsWith(VARIABLE) || secret.length() >= MIN_LENGTH && value.contains(secret);
  }
}
