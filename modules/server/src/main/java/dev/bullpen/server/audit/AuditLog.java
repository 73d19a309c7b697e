package dev.bullpen.server.audit;

import dev.bullpen.json.Json;
import dev.bullpen.json.TextCut;
import dev.bullpen.posix.log.AppendedFile;
import dev.bullpen.posix.log.LogFormat;
import dev.bullpen.project.file.Fingerprint;
import dev.bullpen.project.script.TraceParent;
import dev.bullpen.protocol.ErrorCode;
import dev.bullpen.protocol.JsonRpcError;
import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.protocol.Message;
import dev.bullpen.protocol.MetaKey;
import dev.bullpen.protocol.RequestId;
import dev.bullpen.server.ServeOptions.AuditFailure;
import dev.bullpen.server.ServeOptions.AuditRule;
import dev.bullpen.server.call.Call;
import dev.bullpen.server.call.CallObserver;
import dev.bullpen.server.call.CalledName;
import dev.bullpen.server.call.EndedCall;
import dev.bullpen.server.call.Methods;
import dev.bullpen.server.call.Trouble;
import dev.bullpen.server.client.Peer;
import dev.bullpen.server.client.Principal;
import dev.bullpen.server.log.Sparingly;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * A file with a line for each call that was allowed or denied, and another for the end of one that
 * was allowed. See docs/operator/monitoring.md for its members.
 *
 * <p>The line of an allowed call is written before anything is run for it, so that none is missing
 * if this process is killed. The thread that adds a line writes it, one at a time.
 */
public final class AuditLog implements CallObserver {
  /**
   * Why a request was refused before it became a call.
   *
   * @param detail a sentence without a secret, and without a value of an argument
   */
  public record Refusal(int status, String reason, Optional<String> detail) {}

  private static final Logger LOG = System.getLogger("bullpen.audit");

  private static final int MOST_OF_NAME = 200;
  private static final int RUN_BYTES = 6;

  private final Object fileLock = new Object();
  private final AppendedFile file;
  private final AuditFailure onFailure;
  private final Sparingly failures = new Sparingly();

  /** Prefix of the ids of calls, which are numbered anew in each process. */
  private final String run;

  /** How many lines could not be written since the last one that was; guarded by the lock. */
  private long lost;

  /**
   * Begins with a line about itself.
   *
   * @throws IOException if it cannot be written, and calls must not go on without it
   */
  public AuditLog(AuditRule rule) throws IOException {
    this.file = new AppendedFile(rule.file().toAbsolutePath());
    this.onFailure = rule.onFailure();
    byte[] random = new byte[RUN_BYTES];
    new SecureRandom().nextBytes(random);
    this.run = HexFormat.of().formatHex(random);
    Map<String, Object> line = line("start");
    line.put("pid", ProcessHandle.current().pid());
    if (!add(line) && onFailure == AuditFailure.STOP) {
      throw new IOException(
          "the audit log %s cannot be written. Name another file with --audit-log, or serve without it by --audit-failure go"
              .formatted(file.path()));
    }
  }

  /** Why no call is served because of this log; empty if calls are served. */
  public Optional<String> obstacle() {
    synchronized (fileLock) {
      return lost > 0 && onFailure == AuditFailure.STOP
          ? Optional.of("the audit log cannot be written")
          : Optional.empty();
    }
  }

  @Override
  public void allowed(Call call) throws JsonRpcException {
    Map<String, Object> line = line("call", call);
    line.put("verdict", "allowed");
    hash(call.method(), call.params()).ifPresent(hash -> line.put("argumentsSha256", hash));
    if (!add(line) && onFailure == AuditFailure.STOP) {
      call.troubled(Trouble.of("no-audit", "the audit log cannot be written"));
      throw new JsonRpcException(
          JsonRpcError.of(
              ErrorCode.INTERNAL_ERROR,
              "The server cannot write its audit log, so it serves no call. Ask its operator"));
    }
  }

  @Override
  public void ended(EndedCall ended) {
    Call call = ended.call();
    Map<String, Object> line = call.isAllowed() ? line("end") : line("call", call);
    if (call.isAllowed()) {
      line.put("call", id(call));
      line.put("outcome", ended.outcome().word());
    } else {
      line.put("verdict", "denied");
    }
    String reason =
        ended.trouble().map(Trouble::reason).orElse(call.isAllowed() ? "" : ended.outcome().word());
    if (!reason.isEmpty()) {
      line.put("reason", cut(reason));
    }
    if (!call.isAllowed()) {
      hash(call.method(), call.params()).ifPresent(hash -> line.put("argumentsSha256", hash));
    }
    line.put("ms", ended.took().toMillis());
    add(line);
  }

  /**
   * A request is refused before there is a call.
   *
   * @param principal unless it is not known
   * @param request if the message has been read, and is one
   */
  public void refused(
      Peer peer,
      Optional<Principal> principal,
      Optional<Message.Request> request,
      Refusal refusal) {
    Map<String, Object> line = line("request");
    principal.ifPresent(asker -> put(line, asker));
    put(line, peer);
    request.ifPresent(asked -> put(line, asked.id(), asked.method(), asked.params()));
    line.put("verdict", "denied");
    line.put("reason", refusal.reason());
    line.put("status", refusal.status());
    refusal.detail().ifPresent(detail -> line.put("detail", cut(detail)));
    request
        .flatMap(asked -> hash(asked.method(), asked.params()))
        .ifPresent(hash -> line.put("argumentsSha256", hash));
    add(line);
  }

  private static Map<String, Object> line(String event) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("time", Instant.now().truncatedTo(ChronoUnit.MILLIS).toString());
    line.put("event", event);
    return line;
  }

  private Map<String, Object> line(String event, Call call) {
    Map<String, Object> line = line(event);
    line.put("call", id(call));
    put(line, call.principal());
    put(line, call.peer());
    put(line, call.id(), call.method(), call.params());
    return line;
  }

  private String id(Call call) {
    return run + "-" + call.number();
  }

  private static void put(Map<String, Object> line, Principal principal) {
    line.put("principal", cut(principal.name()));
  }

  private void put(Map<String, Object> line, Peer peer) {
    line.put("way", peer.way().name().toLowerCase(Locale.ROOT));
    if (!peer.address().isEmpty()) {
      line.put("address", peer.address());
    }
    peer.via().ifPresent(via -> line.put("via", via));
    peer.session().ifPresent(session -> line.put("session", run + "-" + session));
  }

  private static void put(Map<String, Object> line, RequestId id, String method, JsonNode params) {
    line.put("request", cut(id.toString()));
    line.put("method", cut(method));
    CalledName.of(method, params).ifPresent(name -> line.put("name", cut(name)));
    TraceParent.of(params.path(MetaKey.META))
        .ifPresent(trace -> line.put("traceId", trace.traceId()));
  }

  /** Texts of clients may have any length. */
  private static String cut(String text) {
    return TextCut.dotted(text, MOST_OF_NAME);
  }

  /** Hash of the arguments, with the members of objects ordered by name. */
  private static Optional<String> hash(String method, JsonNode params) {
    JsonNode arguments =
        switch (method) {
          case Methods.TOOLS_CALL, Methods.PROMPTS_GET -> params.path("arguments");
          case Methods.COMPLETE -> params.path("argument");
          default -> params.path(0); // no arguments
        };
    if (arguments.isMissingNode()) {
      return Optional.empty();
    }
    return Optional.of(Fingerprint.sha256(Json.bytes(Json.ordered(arguments))));
  }

  /** False if the line is lost. */
  private boolean add(Map<String, Object> line) {
    long before;
    try {
      synchronized (fileLock) {
        before = lost;
        lost++; // unless it is written
        if (before > 0) {
          writeGap(before);
          lost = 1;
        }
        file.write(bytes(line));
        lost = 0;
      }
    } catch (IOException e) {
      failed(e);
      return false;
    }
    if (before > 0) {
      written(before);
    }
    return true;
  }

  /** If lines are lost, write that down now, so that calls are served again. */
  public void retry() {
    long before;
    try {
      synchronized (fileLock) {
        before = lost;
        if (before > 0) {
          writeGap(before);
          lost = 0;
        }
      }
    } catch (IOException e) {
      failed(e);
      return;
    }
    if (before > 0) {
      written(before);
    }
  }

  private void writeGap(long lines) throws IOException {
    assert Thread.holdsLock(fileLock);
    Map<String, Object> gap = line("lost");
    gap.put("lines", lines);
    file.write(bytes(gap));
  }

  private void failed(IOException e) {
    failures.log(
        LOG,
        Level.ERROR,
        "the audit log %s cannot be written (%s); %s"
            .formatted(file.path(), e.getMessage(), consequence()));
  }

  private static void written(long lost) {
    LOG.log(Level.WARNING, "the audit log is written again; {0} lines are lost", lost);
  }

  private String consequence() {
    return onFailure == AuditFailure.STOP
        ? "calls are refused until it can"
        : "calls are served, and their lines are lost";
  }

  private static byte[] bytes(Map<String, Object> line) {
    return LogFormat.object(line).getBytes(StandardCharsets.UTF_8);
  }
}
