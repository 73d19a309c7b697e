/**
 * This server as an OAuth 2.1 resource server: it accepts tokens of one issuer, and serves the
 * document that names the issuer to clients. Runs in the supervisor. Loaded, with its JWT library,
 * only if an issuer is given.
 *
 * <p>Keys are fetched on a thread "oauth keys", which lives as long as one fetch. The JDK's HTTP
 * client under it has its own threads, and ends them when it is no longer used.
 */
package dev.bullpen.http.oauth;
