package dev.bullpen.http.access;

import dev.bullpen.http.access.Grant.Permissions;

/** What a token with a certain OAuth scope may use. */
public record ScopeGrant(String scope, Permissions permissions) {
  /** RFC 6749, section 3.3. */
  public static final String SYNTAX = "[\\x21\\x23-\\x5b\\x5d-\\x7e]+";
}
