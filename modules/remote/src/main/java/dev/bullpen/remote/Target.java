package dev.bullpen.remote;

import java.net.URL;

/**
 * What may be fetched.
 *
 * @param url without user, fragment or default port, in ASCII; its host is {@code host}
 */
record Target(HostName host, int port, URL url) {}
