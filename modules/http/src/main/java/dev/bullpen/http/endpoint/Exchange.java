package dev.bullpen.http.endpoint;

import dev.bullpen.http.access.Grant;
import dev.bullpen.http.access.Head;
import dev.bullpen.http.stream.HttpAnswer;
import dev.bullpen.http.stream.MessageStream.Form;
import dev.bullpen.protocol.ErrorCode;
import dev.bullpen.protocol.JsonRpc;
import dev.bullpen.protocol.JsonRpcError;
import dev.bullpen.protocol.Message;
import dev.bullpen.protocol.RequestId;
import dev.bullpen.protocol.Revision;
import dev.bullpen.protocol.session.Envelope;
import dev.bullpen.server.audit.AuditLog;
import dev.bullpen.server.call.Methods;
import dev.bullpen.server.client.Peer;
import dev.bullpen.server.client.Principal;
import dev.bullpen.server.client.Rights;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;

/**
 * One HTTP request to the endpoint, from a client that is let in.
 *
 * @param request its head, and its body while that is read
 * @param grant what the client may use
 * @param message the message in the body, once it has been read
 * @param client its client, if another replica has passed the request on
 * @param audit the log of denials, if there is one
 * @param whenOver run once: before the answer or refusal goes out, or when there will be none
 */
record Exchange(
    Request request,
    Head head,
    HttpAnswer answer,
    Grant grant,
    Optional<Message> message,
    Optional<Peer> client,
    Optional<AuditLog> audit,
    Runnable whenOver) {
  static final String SESSION_ID = "Mcp-Session-Id";

  private static final String JSON = "application/json";
  private static final String EVENTS = "text/event-stream";

  /** The same exchange, with one more action at its end. */
  Exchange endingWith(Runnable then) {
    AtomicBoolean hasEnded = new AtomicBoolean();
    return new Exchange(
        request,
        head,
        answer,
        grant,
        message,
        client,
        audit,
        () -> {
          if (hasEnded.compareAndSet(false, true)) {
            then.run();
            whenOver.run();
          }
        });
  }

  /** The same exchange, with its body read. Refusals carry the id of the request in it. */
  Exchange carrying(Message read) {
    return new Exchange(request, head, answer, grant, Optional.of(read), client, audit, whenOver);
  }

  /** The same, which another replica has passed on from there. */
  Exchange ofClient(Peer there) {
    return new Exchange(request, head, answer, grant, message, Optional.of(there), audit, whenOver);
  }

  /**
   * Where it comes from.
   *
   * @param session the number of its session, if it belongs to one
   */
  Peer peer(Optional<String> session) {
    return client.orElseGet(() -> Head.peer(request)).in(session);
  }

  /** Whether it is one of 2026-07-28, by its message, or else by its headers. */
  boolean isModern() {
    Optional<Message.Request> request = asked();
    boolean saysSo =
        request
            .filter(one -> Envelope.isClaimed(one.params()) || Methods.needsEnvelope(one.method()))
            .isPresent();
    boolean isGreeting = request.filter(one -> one.method().equals(Methods.INITIALIZE)).isPresent();
    return saysSo || (namesModern() && !isGreeting);
  }

  private boolean namesModern() {
    return header(HeaderCheck.VERSION).flatMap(Revision::of).filter(Revision::isModern).isPresent();
  }

  /** The message, if it is a request. */
  private Optional<Message.Request> asked() {
    return message.filter(Message.Request.class::isInstance).map(Message.Request.class::cast);
  }

  /** The id of the JSON-RPC request in the body, if it has been read and there is one. */
  Optional<RequestId> id() {
    return message.flatMap(
        read ->
            read instanceof Message.Invalid invalid
                ? invalid.id()
                : asked().map(Message.Request::id));
  }

  Principal principal() {
    return Principal.remote(grant.principal());
  }

  Rights rights() {
    Grant.Permissions may = grant.permissions();
    return may.equals(Grant.Permissions.ALL)
        ? Rights.ALL
        : (kind, name) ->
            switch (kind) {
              case TOOLS -> may.tools().permit(name);
              case PROMPTS -> may.prompts().permit(name);
              case RESOURCES, RESOURCE_TEMPLATES -> may.permitsResource(name);
            };
  }

  HttpFields headers() {
    return request.getHeaders();
  }

  Optional<String> header(String name) {
    return Optional.ofNullable(headers().get(name)).map(String::strip);
  }

  /** Accept a message to which there is no answer. */
  void accept() {
    whenOver.run();
    answer.empty(HttpStatus.ACCEPTED_202);
  }

  void refuse(int status, String sentence) {
    boolean isServers = status >= HttpStatus.INTERNAL_SERVER_ERROR_500;
    int code = isServers ? ErrorCode.INTERNAL_ERROR : ErrorCode.INVALID_REQUEST;
    refuse(status, JsonRpcError.of(code, sentence));
  }

  /** Nothing has been begun: a client may try again, and a proxy may ask another server. */
  void refuseAtEnd() {
    answer.header("Retry-After", "1");
    answer.header("Connection", "close");
    refuse(HttpStatus.SERVICE_UNAVAILABLE_503, "The server is ending; try again in a moment");
  }

  void refuse(int status, JsonRpcError error) {
    whenOver.run();
    audit.ifPresent(
        log ->
            log.refused(
                peer(Optional.empty()),
                Optional.of(principal()),
                asked(),
                new AuditLog.Refusal(status, reason(status), Optional.empty())));
    answer.json(status, JsonRpc.line(JsonRpc.error(id(), error, Optional.empty())));
  }

  /** The status's reason phrase. */
  static String reason(int status) {
    return HttpStatus.getMessage(status).toLowerCase(Locale.ROOT).replace(' ', '-');
  }

  /** The form of answer that the client accepts; empty if it accepts none that there is. */
  Optional<Form> form() {
    boolean json = accepts(JSON, "application/*");
    boolean events = accepts(EVENTS, "text/*");
    if (json && events) {
      return Optional.of(Form.EITHER);
    }
    return json ? Optional.of(Form.DOCUMENT) : Optional.of(Form.EVENTS).filter(form -> events);
  }

  boolean takesEvents() {
    return accepts(EVENTS, "text/*");
  }

  /** A client without an {@code Accept} header accepts everything. */
  private boolean accepts(String type, String family) {
    if (!headers().contains(HttpHeader.ACCEPT)) {
      return true;
    }
    return accepted().stream()
        .map(accepted -> accepted.split(";", 2)[0].strip())
        .anyMatch(
            accepted ->
                accepted.equalsIgnoreCase(type)
                    || accepted.equalsIgnoreCase(family)
                    || accepted.equals("*/*"));
  }

  /** The accepted types; none if the header cannot be parsed. */
  private List<String> accepted() {
    try {
      return headers().getQualityCSV(HttpHeader.ACCEPT);
    } catch (HttpException.RuntimeException e) {
      return List.of();
    }
  }

  /** What is wrong with the type or encoding of the body; empty if it is plain JSON in UTF-8. */
  Optional<String> bodyFault() {
    String type = header("Content-Type").orElse("").split(";", 2)[0].strip();
    if (!type.equalsIgnoreCase(JSON)) {
      return Optional.of("The body must be JSON: send Content-Type: application/json");
    }
    return header("Content-Encoding")
        .filter(encoding -> !encoding.equalsIgnoreCase("identity"))
        .map(encoding -> "The body must not be compressed: send it without Content-Encoding");
  }
}
