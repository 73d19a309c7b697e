package dev.bullpen.http.connection;

import java.nio.file.Path;

/**
 * The server's certificate and key, in PEM.
 *
 * @param certificate the server's, followed by the intermediate ones
 * @param key its private key: PKCS #8, not encrypted, readable by its owner only
 */
public record TlsFiles(Path certificate, Path key) {}
