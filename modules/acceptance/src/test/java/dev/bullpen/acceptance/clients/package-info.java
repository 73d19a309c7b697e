/**
 * Clients that others have made, against a server of the packaged product over HTTP. Those of node
 * come from npm, in the versions of {@code src/test/resources/clients}.
 */
package dev.bullpen.acceptance.clients;
