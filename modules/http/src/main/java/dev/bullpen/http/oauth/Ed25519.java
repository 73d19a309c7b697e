package dev.bullpen.http.oauth;

import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.OctetKeyPair;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.HexFormat;

/** Ed25519 with the JDK (RFC 8032, 8037). The JWT library would need another library for it. */
final class Ed25519 {
  private static final String NAME = "Ed25519";

  /** The bytes before the 32 bytes of a key in a SubjectPublicKeyInfo (RFC 8410). */
  private static final byte[] PREFIX = HexFormat.of().parseHex("302a300506032b6570032100");

  private Ed25519() {}

  static boolean isSigned(byte[] text, byte[] signature, OctetKeyPair key) {
    if (!Curve.Ed25519.equals(key.getCurve())) {
      return false;
    }
    byte[] x = key.getX().decode();
    byte[] encoded = Arrays.copyOf(PREFIX, PREFIX.length + x.length);
    System.arraycopy(x, 0, encoded, PREFIX.length, x.length);
    try {
      PublicKey known =
          KeyFactory.getInstance(NAME).generatePublic(new X509EncodedKeySpec(encoded));
      Signature check = Signature.getInstance(NAME);
      check.initVerify(known);
      check.update(text);
      return check.verify(signature);
    } catch (GeneralSecurityException e) {
      return false; // not a key, or a signature of another length
    }
  }
}
