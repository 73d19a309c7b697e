/**
 * URI templates (RFC 6570): parsed, and matched against a URI. Start with {@link
 * dev.bullpen.project.uri.UriTemplate}.
 */
package dev.bullpen.project.uri;
