/**
 * The endpoint {@code /mcp}: both eras of the protocol side by side, over HTTP. Begin with {@link
 * dev.bullpen.http.endpoint.McpEndpoint}, which leads to {@link
 * dev.bullpen.http.endpoint.LoneExchange} for a request that stands alone, and to {@link
 * dev.bullpen.http.endpoint.LegacySession} for one of a session.
 */
package dev.bullpen.http.endpoint;
