/**
 * This server as an OAuth 2.1 resource server: tokens of one issuer, and the document that leads
 * clients there. Runs in the supervisor; loaded, and with it the library for JWTs, only where an
 * issuer is given.
 *
 * <p>Keys are fetched on a thread of their own, "oauth keys", which lives as long as one fetch. The
 * JDK's HTTP client under it has threads of its own, which it ends when it is no longer used.
 */
package dev.bullpen.http.oauth;
