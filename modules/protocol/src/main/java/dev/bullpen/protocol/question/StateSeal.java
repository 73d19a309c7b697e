package dev.bullpen.protocol.question;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import dev.bullpen.protocol.JsonRpcError;
import dev.bullpen.protocol.JsonRpcException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Seals what a client brings back, so that the client cannot read it, change it or bring it to
 * another call (specification 2026-07-28, multi round-trip requests, security considerations).
 *
 * <p>AES-256-GCM with a key that only this object has, so that no seal outlives the process, or
 * with {@link SharedKeys}, which let the replicas of a fleet open each other's. A seal is Base64 of
 * {@code nonce | ciphertext | tag}; the plaintext is the time at which it was sealed, a digest of
 * the call it is for, and the state. A state that only the process that sealed it can go on with
 * has the name of its node in front: {@code NODE.SEAL}, with the name as GCM's associated data.
 *
 * <p>Thread-safe. The key is made when first needed, because cryptography loads many classes.
 */
public final class StateSeal {
  private static final int KEY_BYTES = 32;

  /** What GCM is made for (NIST SP 800-38D, section 8.2.2). */
  private static final int NONCE_BYTES = 12;

  /** The same in Base64, where the nonce ends between two characters. */
  static final int NONCE_CHARS = NONCE_BYTES / 3 * 4;

  private static final int BINDING_BYTES = 32;

  private static final int TAG_BYTES = 16;

  /** More than the JDK opens at a time. */
  private static final int DESCRIPTORS = 8;

  /** Ends the name of a node; Base64 has none. */
  private static final char NODE_END = '.';

  /**
   * @param key what seals where no keys are shared
   */
  private record Secret(SecretKeySpec key, SecureRandom random) {
    static Secret make() {
      SecureRandom random = new SecureRandom();
      return new Secret(new SecretKeySpec(random(random, KEY_BYTES), "AES"), random);
    }

    static byte[] random(SecureRandom random, int length) {
      byte[] bytes = new byte[length];
      random.nextBytes(bytes);
      return bytes;
    }
  }

  private final AtomicReference<Secret> secret = new AtomicReference<>();

  private final Instant began = Instant.now();

  private final Duration goodFor;
  private final Optional<UsedSeals> used;
  private final Optional<SharedKeys> shared;

  /**
   * Whose calls have been sealed, by method and name: at most as many of a principal as the project
   * has tools and prompts.
   */
  private final Set<Asker> askers = ConcurrentHashMap.newKeySet();

  private record Asker(String principal, String method, String name) {}

  public StateSeal(Duration goodFor, boolean countsOnce) {
    this(goodFor, countsOnce, Optional.empty());
  }

  /**
   * @param shared with other replicas; a key of this object's own if empty
   */
  public StateSeal(Duration goodFor, boolean countsOnce, Optional<SharedKeys> shared) {
    this.goodFor = goodFor;
    this.shared = shared;
    this.used = countsOnce ? Optional.of(new UsedSeals(goodFor)) : Optional.empty();
  }

  /**
   * Load what sealing needs. At its first use the JDK's cryptography reads files of its own; if
   * that fails, it cannot be used until the process ends. So it is not used while descriptors are
   * short.
   *
   * @throws JsonRpcException while descriptors are short
   */
  public void prepare() throws JsonRpcException {
    if (secret.get() != null) {
      return;
    }
    try {
      requireDescriptors();
    } catch (IOException e) {
      throw new JsonRpcException(
          JsonRpcError.internalError("The server cannot ask just now; call again in a moment"));
    }
    try {
      cipher(Cipher.ENCRYPT_MODE, secret().key, new byte[NONCE_BYTES], "");
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has AES in GCM", e);
    }
  }

  private static void requireDescriptors() throws IOException {
    List<InputStream> open = new ArrayList<>();
    try {
      for (int i = 0; i < DESCRIPTORS; i++) {
        open.add(Files.newInputStream(Path.of("/dev/null")));
      }
    } finally {
      for (InputStream each : open) {
        each.close();
      }
    }
  }

  /** The call that a state is sealed for: who makes it, and what it asks for. */
  public record Call(String principal, String method, String name, ObjectNode arguments) {
    private Asker asker() {
      return new Asker(principal, method, name);
    }
  }

  /**
   * Seal a state for a call that comes again, by the same principal. Where states are shared, any
   * replica can go on with it, unless it counts once.
   */
  public String seal(ObjectNode state, Call call, Instant now) {
    return seal(state, call, now, countsOnce());
  }

  /** Seal a state of something that waits in this process. */
  public String sealHere(ObjectNode state, Call call, Instant now) {
    return seal(state, call, now, true);
  }

  private String seal(ObjectNode state, Call call, Instant now, boolean isBound) {
    askers.add(call.asker());
    byte[] json = Json.bytes(state);
    ByteBuffer plain = ByteBuffer.allocate(Long.BYTES + BINDING_BYTES + json.length);
    plain.putLong(now.toEpochMilli());
    plain.put(binding(call)).put(json);
    byte[] nonce = Secret.random(secret().random, NONCE_BYTES);
    String node = isBound ? shared.map(SharedKeys::node).orElse("") : "";
    try {
      byte[] sealed =
          cipher(Cipher.ENCRYPT_MODE, keys().get(0), nonce, node).doFinal(plain.array());
      byte[] whole = Arrays.copyOf(nonce, NONCE_BYTES + sealed.length);
      System.arraycopy(sealed, 0, whole, NONCE_BYTES, sealed.length);
      return node.isEmpty() ? text(whole) : node + NODE_END + text(whole);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has AES in GCM", e);
    }
  }

  public boolean countsOnce() {
    return used.isPresent();
  }

  public Instant expiry(Instant now) {
    return now.plus(goodFor);
  }

  /**
   * Whether a state may have been sealed for such calls of that principal, whatever arguments: what
   * other replicas have sealed is not known here.
   */
  public boolean mayHaveAsked(Call call) {
    return shared.isPresent() || hasAsked(call);
  }

  /** Whether one has been sealed here. */
  public boolean hasAsked(Call call) {
    return askers.contains(call.asker());
  }

  /**
   * Whether it was sealed here, or by another replica.
   *
   * @throws JsonRpcException while descriptors are short
   */
  public boolean isOurs(String sealed) throws JsonRpcException {
    if (secret.get() == null && shared.isEmpty()) {
      return false;
    }
    prepare();
    return unsealed(sealed).isPresent();
  }

  /** The node that has to go on with a state; empty if any may. */
  public static Optional<String> node(String sealed) {
    int end = sealed.lastIndexOf(NODE_END);
    return end < 0 ? Optional.empty() : Optional.of(sealed.substring(0, end));
  }

  /**
   * The state, as it was sealed. This does not use it up.
   *
   * @throws JsonRpcException if it was not sealed here for this call, or has expired, or only a
   *     process that is gone could go on with it
   */
  public ObjectNode open(String sealed, Call call, Instant now) throws JsonRpcException {
    prepare();
    ByteBuffer plain = ByteBuffer.wrap(unsealed(sealed).orElseThrow(StateSeal::foreign));
    Instant sealedAt = Instant.ofEpochMilli(plain.getLong());
    byte[] binding = new byte[BINDING_BYTES];
    plain.get(binding);
    if (!MessageDigest.isEqual(binding, binding(call))) {
      throw foreign();
    }
    if (!now.isBefore(expiry(sealedAt))) {
      throw refusal("has expired; call again without it");
    }
    if (node(sealed).isPresent() && isOfAnother(sealed, sealedAt)) {
      throw new JsonRpcException(JsonRpcError.nodeLost());
    }
    byte[] json = new byte[plain.remaining()];
    plain.get(json);
    try {
      return (ObjectNode) Json.parse(json);
    } catch (JsonException e) {
      throw new IllegalStateException("it was JSON when it was sealed", e);
    }
  }

  /**
   * Use up a state that has been opened, when nothing refuses its call any more.
   *
   * @param principal who has opened it
   * @throws JsonRpcException if it has been used before and may be only once
   */
  public void use(String sealed, String principal, Instant now) throws JsonRpcException {
    if (used.isPresent() && !used.get().add(sealed, principal, now)) {
      throw refusal("has been used; call again without it");
    }
  }

  /** Whether what it was sealed for waited in another process. */
  private boolean isOfAnother(String sealed, Instant sealedAt) {
    return sealedAt.isBefore(began.truncatedTo(ChronoUnit.MILLIS))
        || !node(sealed).equals(shared.map(SharedKeys::node));
  }

  private Optional<byte[]> unsealed(String sealed) {
    byte[] whole = bytes(sealed.substring(sealed.lastIndexOf(NODE_END) + 1));
    if (whole.length <= NONCE_BYTES + TAG_BYTES) {
      return Optional.empty();
    }
    String node = node(sealed).orElse("");
    return keys().stream().flatMap(key -> unsealed(whole, key, node).stream()).findFirst();
  }

  private static Optional<byte[]> unsealed(byte[] whole, SecretKeySpec key, String node) {
    try {
      return Optional.of(
          cipher(Cipher.DECRYPT_MODE, key, Arrays.copyOf(whole, NONCE_BYTES), node)
              .doFinal(whole, NONCE_BYTES, whole.length - NONCE_BYTES));
    } catch (AEADBadTagException e) {
      return Optional.empty();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has AES in GCM", e);
    }
  }

  private static Cipher cipher(int mode, SecretKeySpec key, byte[] nonce, String node)
      throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(mode, key, new GCMParameterSpec(TAG_BYTES * Byte.SIZE, nonce));
    cipher.updateAAD(node.getBytes(StandardCharsets.UTF_8));
    return cipher;
  }

  /** The first seals, all open. */
  private List<SecretKeySpec> keys() {
    return shared.isPresent()
        ? shared.get().keys().stream().map(key -> new SecretKeySpec(key, "AES")).toList()
        : List.of(secret().key);
  }

  private Secret secret() {
    Secret known = secret.get();
    if (known == null) {
      secret.compareAndSet(null, Secret.make());
      known = secret.get();
    }
    return known;
  }

  private static String text(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /** Empty unless the text is exactly what is written here: a decoder is lenient. */
  private static byte[] bytes(String text) {
    try {
      byte[] bytes = Base64.getUrlDecoder().decode(text);
      return text(bytes).equals(text) ? bytes : new byte[0];
    } catch (IllegalArgumentException e) {
      return new byte[0];
    }
  }

  private static JsonRpcException foreign() {
    return refusal("is not one that was given for this call; call again without it");
  }

  private static JsonRpcException refusal(String what) {
    return new JsonRpcException(JsonRpcError.invalidParams("params.requestState " + what));
  }

  /** A digest of the call, whatever the order of its arguments' keys. */
  static byte[] binding(Call call) {
    // As JSON, so that no part can run into the next.
    ArrayNode parts =
        Json.array()
            .add(call.principal())
            .add(call.method())
            .add(call.name())
            .add(Json.ordered(call.arguments()));
    try {
      return MessageDigest.getInstance("SHA-256").digest(Json.bytes(parts));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /**
   * The used seals, kept at least until they expire, in two generations: when the younger has
   * lasted as long as a seal is good for, everything in the older has expired.
   */
  static final class UsedSeals {
    /**
     * In one generation, some 100 bytes each. Beyond that every seal counts as used of a principal
     * that has used an equal part, and beyond twice of it of all.
     */
    static final int MOST = 100_000;

    private final Object sealsLock = new Object();

    private final Duration goodFor;
    private Instant generationEnds = Instant.MIN;

    // By principal.
    private Map<String, Set<String>> older = new HashMap<>();
    private Map<String, Set<String>> younger = new HashMap<>();
    private int count;

    UsedSeals(Duration goodFor) {
      this.goodFor = goodFor;
    }

    /** Note a seal as used; false if it is already, or no more can be noted. */
    boolean add(String sealed, String principal, Instant now) {
      synchronized (sealsLock) {
        if (!now.isBefore(generationEnds)) {
          older = younger;
          younger = new HashMap<>();
          count = 0;
          generationEnds = now.plus(goodFor);
        }
        // Its beginning is the nonce, of which no two are the same; the rest may be long.
        String seal = sealed.substring(sealed.lastIndexOf(NODE_END) + 1);
        String nonce = seal.substring(0, NONCE_CHARS);
        Set<String> own = younger.computeIfAbsent(principal, first -> new HashSet<>());
        boolean isNew =
            !older.getOrDefault(principal, Set.of()).contains(nonce)
                && hasRoom(own)
                && own.add(nonce);
        count += isNew ? 1 : 0;
        return isNew;
      }
    }

    private boolean hasRoom(Set<String> own) {
      return count < MOST || (count < 2 * MOST && own.size() < MOST / younger.size());
    }
  }
}
