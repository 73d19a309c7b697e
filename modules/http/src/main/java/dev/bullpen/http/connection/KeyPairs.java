package dev.bullpen.http.connection;

import dev.bullpen.project.file.TrustCheck;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads a certificate and its key into a key store for Java's TLS. */
final class KeyPairs {
  private static final String ALIAS = "server";

  private static final Pattern PKCS8 =
      Pattern.compile("-----BEGIN PRIVATE KEY-----([^-]*)-----END PRIVATE KEY-----");

  /** Signature algorithms by key algorithm. */
  private static final Map<String, String> SIGNATURES =
      Map.of("RSA", "SHA256withRSA", "EC", "SHA256withECDSA", "EdDSA", "EdDSA");

  private KeyPairs() {}

  /**
   * @throws IOException with a sentence for the user if one is missing or wrong, or they do not
   *     belong together
   */
  static KeyStore read(TlsFiles files) throws IOException {
    try {
      Certificate[] chain = chain(files.certificate());
      PrivateKey key = key(files.key(), chain[0].getPublicKey());
      if (!isPair(key, chain[0].getPublicKey())) {
        throw new IOException(
            "The key %s does not belong to the certificate %s; give a matching pair"
                .formatted(files.key(), files.certificate()));
      }
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      store.setKeyEntry(ALIAS, key, new char[0], chain);
      return store;
    } catch (GeneralSecurityException e) {
      throw new IOException(
          "TLS cannot use the certificate %s with the key %s: %s"
              .formatted(files.certificate(), files.key(), e.getMessage()),
          e);
    }
  }

  private static Certificate[] chain(Path file) throws IOException, GeneralSecurityException {
    byte[] pem = bytes(file, "certificate");
    Certificate[] chain =
        CertificateFactory.getInstance("X.509")
            .generateCertificates(new ByteArrayInputStream(pem))
            .toArray(new Certificate[0]);
    if (chain.length == 0) {
      throw new IOException(file + " has no certificate; give one in PEM");
    }
    return chain;
  }

  private static PrivateKey key(Path file, PublicKey its)
      throws IOException, GeneralSecurityException {
    String pem = new String(bytes(file, "key"), StandardCharsets.ISO_8859_1);
    if (!TrustCheck.isPrivate(file)) {
      throw new IOException(
          "Other users may use the key %s; run: chmod 600 %s".formatted(file, file));
    }
    Matcher found = PKCS8.matcher(pem);
    if (!found.find()) {
      throw new IOException(
          "%s is not a private key in PKCS #8 without a password; run: openssl pkcs8 -topk8 -nocrypt"
                  .formatted(file)
              + " -in %s -out NEW_FILE".formatted(file));
    }
    byte[] encoded = Base64.getMimeDecoder().decode(found.group(1));
    return KeyFactory.getInstance(its.getAlgorithm())
        .generatePrivate(new PKCS8EncodedKeySpec(encoded));
  }

  private static boolean isPair(PrivateKey key, PublicKey its) throws GeneralSecurityException {
    byte[] text = ALIAS.getBytes(StandardCharsets.US_ASCII);
    Signature signature =
        Signature.getInstance(SIGNATURES.getOrDefault(key.getAlgorithm(), key.getAlgorithm()));
    signature.initSign(key);
    signature.update(text);
    byte[] signed = signature.sign();
    signature.initVerify(its);
    signature.update(text);
    return signature.verify(signed);
  }

  private static byte[] bytes(Path file, String what) throws IOException {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new IOException("Cannot read the TLS %s %s: %s".formatted(what, file, e), e);
    }
  }
}
