package dev.bullpen.http.connection;

import java.nio.file.Path;

/**
 * What a server shows and proves who it is with, in PEM.
 *
 * @param certificate the server's, followed by those between it and a root
 * @param key its private key: PKCS #8, not encrypted, and for its owner alone
 */
public record TlsFiles(Path certificate, Path key) {}
