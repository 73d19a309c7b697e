/**
 * URI templates (RFC 6570): parsed, filled in, and matched against a URI. Begin with {@link
 * dev.bullpen.project.uri.UriTemplate}.
 */
package dev.bullpen.project.uri;
