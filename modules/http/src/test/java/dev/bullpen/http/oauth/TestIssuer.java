package dev.bullpen.http.oauth;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;

/** An issuer on this machine: its documents, which a test can change, and tokens that it signs. */
final class TestIssuer {
  static final String RESOURCE = "https://mcp.example.com/mcp";

  /** Keys of a few bits more than the least, made once: they take a while. */
  static final RSAKey RSA = rsa("rsa-1");

  static final RSAKey OTHER_RSA = rsa("rsa-2");
  static final ECKey EC = elliptic("ec-1");

  static final String METADATA = "/.well-known/oauth-authorization-server";
  static final String KEYS = "/keys";

  /** Paths in the order in which they were asked for. */
  final List<String> asked = new CopyOnWriteArrayList<>();

  private final Map<String, byte[]> documents = new ConcurrentHashMap<>();
  private final Server server = new Server();
  private final ServerConnector connector = new ServerConnector(server);

  TestIssuer() throws Exception {
    connector.setHost("127.0.0.1");
    server.addConnector(connector);
    server.setHandler(
        new Handler.Abstract() {
          @Override
          public boolean handle(Request request, Response response, Callback callback) {
            String path = Request.getPathInContext(request);
            asked.add(path);
            byte[] document = documents.get(path);
            response.setStatus(document == null ? 404 : 200);
            response.write(
                true, ByteBuffer.wrap(document == null ? new byte[0] : document), callback);
            return true;
          }
        });
    server.start();
  }

  /** As it is when no test has changed it. */
  void reset() {
    documents.clear();
    asked.clear();
    serve(METADATA, "{\"issuer\":\"%s\",\"jwks_uri\":\"%s\"}".formatted(url(), url() + KEYS));
    publish(RSA, EC);
  }

  private static RSAKey rsa(String id) {
    try {
      return new RSAKeyGenerator(2048).keyID(id).generate();
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
  }

  private static ECKey elliptic(String id) {
    try {
      return new ECKeyGenerator(Curve.P_256).keyID(id).generate();
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
  }

  String url() {
    return "http://127.0.0.1:" + connector.getLocalPort();
  }

  void serve(String path, String document) {
    documents.put(path, document.getBytes(StandardCharsets.UTF_8));
  }

  void remove(String path) {
    documents.remove(path);
  }

  void publish(JWK... keys) {
    List<JWK> open = new ArrayList<>();
    for (JWK key : keys) {
      open.add(key.toPublicJWK());
    }
    serve(KEYS, new JWKSet(open).toString());
  }

  /** What a right token says, at that time. */
  JWTClaimsSet.Builder claims(Instant now) {
    return new JWTClaimsSet.Builder()
        .issuer(url())
        .subject("alice")
        .audience(RESOURCE)
        .claim("scope", "mcp:use profile")
        .issueTime(Date.from(now))
        .expirationTime(Date.from(now.plusSeconds(300)));
  }

  static JWSHeader.Builder header(JWSAlgorithm algorithm, JWK key) {
    return new JWSHeader.Builder(algorithm)
        .type(new JOSEObjectType("at+jwt"))
        .keyID(key.getKeyID());
  }

  static String signed(JWSHeader.Builder header, JWTClaimsSet.Builder claims, JWK key)
      throws JOSEException {
    JWSSigner signer =
        key instanceof RSAKey rsa ? new RSASSASigner(rsa) : new ECDSASigner((ECKey) key);
    SignedJWT jwt = new SignedJWT(header.build(), claims.build());
    jwt.sign(signer);
    return jwt.serialize();
  }

  void close() throws Exception {
    server.stop();
  }
}
