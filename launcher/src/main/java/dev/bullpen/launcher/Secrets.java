package dev.bullpen.launcher;

import java.util.regex.Pattern;

/** Recognises secrets, so that they are stored nowhere. */
public final class Secrets {
  /** An authorization header, or a JSON Web Token (RFC 7519). */
  public static final Pattern VALUE =
      Pattern.compile("(?i)bearer\\s+\\S+|eyJ[\\w-]+\\.[\\w-]+\\.[\\w-]*");

  private static final Pattern NAME =
      Pattern.compile(
          "token|secret|passw|passphrase|key|authorization|cookie|session|bearer|credential",
          Pattern.CASE_INSENSITIVE);

  private Secrets() {}

  /** Whether a value with this name is a secret. */
  public static boolean isName(String name) {
    return NAME.matcher(name).find();
  }
}
