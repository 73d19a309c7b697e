package dev.bullpen.protocol.question;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import dev.bullpen.protocol.JsonRpcError;
import dev.bullpen.protocol.JsonRpcException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
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
 * Seals a state that a client sends back, so that the client cannot read or change it, or send it
 * with another call (specification 2026-07-28, multi round-trip requests, security considerations).
 *
 * <p>Uses AES-256-GCM, with a key that only this object has, so that no seal outlives the process,
 * or with {@link SharedKeys}, so that the replicas of a fleet can open each other's seals. A seal
 * is Base64 of {@code nonce | ciphertext | tag}. The plaintext is the time of sealing, a digest of
 * the call it is for, and the state. If only the process that sealed a state can use it, the name
 * of its node precedes the seal: {@code NODE.SEAL}. GCM's associated data is that name and the
 * principal, so that a state of another principal looks like one that was never sealed.
 *
 * <p>Thread-safe. The key is made when first needed, because cryptography loads many classes.
 */
public final class StateSeal {
  private static final int KEY_BYTES = 32;

  /** The nonce size that GCM is designed for (NIST SP 800-38D, section 8.2.2). */
  private static final int NONCE_BYTES = 12;

  /** The nonce's size in Base64, where it ends between two characters. */
  static final int NONCE_CHARS = NONCE_BYTES / 3 * 4;

  private static final int BINDING_BYTES = 32;

  private static final int TAG_BYTES = 16;

  /** More descriptors than the JDK opens at a time. */
  private static final int DESCRIPTORS = 8;

  /** More calls that ask, of all principals, than most servers have within a state's validity. */
  public static final int MANY = 4096;

  /** Ends a node's name. Base64 does not contain it. */
  private static final char NODE_END = '.';

  /**
   * @param key the sealing key if no keys are shared
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
   * The calls for which states have been sealed, and when the last of these expires. If there are
   * {@link #MANY}, those are forgotten whose states have expired.
   */
  private final Map<Asker, Instant> askers = new ConcurrentHashMap<>();

  private record Asker(String principal, String method, String name) {}

  public StateSeal(Duration goodFor, boolean countsOnce) {
    this(goodFor, countsOnce, Optional.empty());
  }

  /**
   * @param shared keys shared with other replicas; if empty, this object makes its own key
   */
  public StateSeal(Duration goodFor, boolean countsOnce, Optional<SharedKeys> shared) {
    this.goodFor = goodFor;
    this.shared = shared;
    this.used = countsOnce ? Optional.of(new UsedSeals(goodFor)) : Optional.empty();
  }

  /**
   * Load the classes for sealing. At its first use the JDK's cryptography reads files. If that
   * fails, it stays unusable until the process ends. So it must not be used while descriptors are
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
          JsonRpcError.internalError("The server cannot ask at the moment; call again soon"));
    }
    try {
      cipher(Cipher.ENCRYPT_MODE, secret().key, new byte[NONCE_BYTES], owner("", ""));
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

  /** The call that a state is sealed for: its caller and its content. */
  public record Call(String principal, String method, String name, ObjectNode arguments) {
    private Asker asker() {
      return new Asker(principal, method, name);
    }
  }

  /**
   * Seal a state for a call that will be repeated by the same principal. If keys are shared, any
   * replica can use the state, unless it counts once.
   */
  public String seal(ObjectNode state, Call call, Instant now) {
    return seal(state, call, now, countsOnce());
  }

  /** Seal a state of something that waits in this process. */
  public String sealHere(ObjectNode state, Call call, Instant now) {
    return seal(state, call, now, true);
  }

  private String seal(ObjectNode state, Call call, Instant now, boolean isBound) {
    askers.put(call.asker(), expiry(now));
    if (askers.size() > MANY) {
      askers.values().removeIf(until -> !now.isBefore(until));
    }
    byte[] json = Json.bytes(state);
    ByteBuffer plain = ByteBuffer.allocate(Long.BYTES + BINDING_BYTES + json.length);
    plain.putLong(now.toEpochMilli());
    plain.put(binding(call)).put(json);
    byte[] nonce = Secret.random(secret().random, NONCE_BYTES);
    String node = isBound ? shared.map(SharedKeys::node).orElse("") : "";
    try {
      byte[] sealed =
          cipher(Cipher.ENCRYPT_MODE, keys().get(0), nonce, owner(node, call.principal()))
              .doFinal(plain.array());
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

  /** How long a client may take to bring a state back. */
  public Duration goodFor() {
    return goodFor;
  }

  public Instant expiry(Instant now) {
    return now.plus(goodFor);
  }

  /**
   * Whether a state may have been sealed for such calls of this principal, with any arguments.
   * States sealed by other replicas are not known here.
   */
  public boolean mayHaveAsked(Call call) {
    return shared.isPresent() || hasAsked(call);
  }

  /** Whether a state has been sealed here for such calls; of expired ones it may be forgotten. */
  public boolean hasAsked(Call call) {
    return askers.containsKey(call.asker());
  }

  /**
   * Whether a state was sealed for that principal, here or by another replica.
   *
   * @throws JsonRpcException while descriptors are short
   */
  public boolean isOf(String principal, String sealed) throws JsonRpcException {
    if (secret.get() == null && shared.isEmpty()) {
      return false;
    }
    prepare();
    return unsealed(sealed, principal).isPresent();
  }

  /** The node that has to use a state; empty if any may. */
  public static Optional<String> node(String sealed) {
    int end = sealed.lastIndexOf(NODE_END);
    return end < 0 ? Optional.empty() : Optional.of(sealed.substring(0, end));
  }

  /**
   * The state, as it was sealed. This does not use it up.
   *
   * @throws JsonRpcException if it was not sealed for this call, has expired, or is of a process
   *     that has ended
   */
  public ObjectNode open(String sealed, Call call, Instant now) throws JsonRpcException {
    prepare();
    ByteBuffer plain =
        ByteBuffer.wrap(unsealed(sealed, call.principal()).orElseThrow(StateSeal::foreign));
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
      throw new IllegalStateException("a sealed state is JSON", e);
    }
  }

  /**
   * Use up an opened state, when its call is about to be served.
   *
   * @param principal of the call
   * @throws JsonRpcException if it may be used only once and has been used before
   */
  public void use(String sealed, String principal, Instant now) throws JsonRpcException {
    if (used.isPresent() && !used.get().add(sealed, principal, now)) {
      throw refusal("has been used; call again without it");
    }
  }

  /** Whether a state belongs to something that waited in another process. */
  private boolean isOfAnother(String sealed, Instant sealedAt) {
    return sealedAt.isBefore(began.truncatedTo(ChronoUnit.MILLIS))
        || !node(sealed).equals(shared.map(SharedKeys::node));
  }

  private Optional<byte[]> unsealed(String sealed, String principal) {
    byte[] whole = bytes(sealed.substring(sealed.lastIndexOf(NODE_END) + 1));
    if (whole.length <= NONCE_BYTES + TAG_BYTES) {
      return Optional.empty();
    }
    byte[] owner = owner(node(sealed).orElse(""), principal);
    return keys().stream().flatMap(key -> unsealed(whole, key, owner).stream()).findFirst();
  }

  private static Optional<byte[]> unsealed(byte[] whole, SecretKeySpec key, byte[] owner) {
    try {
      return Optional.of(
          cipher(Cipher.DECRYPT_MODE, key, Arrays.copyOf(whole, NONCE_BYTES), owner)
              .doFinal(whole, NONCE_BYTES, whole.length - NONCE_BYTES));
    } catch (AEADBadTagException e) {
      return Optional.empty();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has AES in GCM", e);
    }
  }

  /**
   * What a seal is bound to, as JSON, so that no name can run into the other.
   *
   * @param node empty if any may open it
   */
  private static byte[] owner(String node, String principal) {
    return Json.bytes(Json.array().add(node).add(principal));
  }

  private static Cipher cipher(int mode, SecretKeySpec key, byte[] nonce, byte[] owner)
      throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(mode, key, new GCMParameterSpec(TAG_BYTES * Byte.SIZE, nonce));
    cipher.updateAAD(owner);
    return cipher;
  }

  /** The first key seals, all open. */
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

  /** Empty unless the text is exactly as written here, because decoders are lenient. */
  private static byte[] bytes(String text) {
    try {
      byte[] bytes = Base64.getUrlDecoder().decode(text);
      return text(bytes).equals(text) ? bytes : new byte[0];
    } catch (IllegalArgumentException e) {
      return new byte[0];
    }
  }

  private static JsonRpcException foreign() {
    return refusal("was not given for this call; call again without it");
  }

  private static JsonRpcException refusal(String what) {
    return new JsonRpcException(JsonRpcError.invalidParams("params.requestState " + what));
  }

  /** A digest of the call. The order of its arguments' keys has no effect. */
  static byte[] binding(Call call) {
    // As JSON, so that the parts stay separate.
    ArrayNode parts =
        Json.array().add(call.method()).add(call.name()).add(Json.ordered(call.arguments()));
    try {
      return MessageDigest.getInstance("SHA-256").digest(Json.bytes(parts));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /**
   * The used seals, kept at least until they expire, in two generations. When the younger one is as
   * old as a seal's validity, everything in the older one has expired.
   */
  static final class UsedSeals {
    /**
     * The most seals of a generation, with about 100 bytes each. Above it, a principal that has
     * used an equal share can use no more; above twice as many, none can.
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

    /** Record a seal as used; false if it already is, or if no more can be recorded. */
    boolean add(String sealed, String principal, Instant now) {
      synchronized (sealsLock) {
        if (!now.isBefore(generationEnds)) {
          older = younger;
          younger = new HashMap<>();
          count = 0;
          generationEnds = now.plus(goodFor);
        }
        // Its start is the nonce, which is unique; the rest may be long.
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
