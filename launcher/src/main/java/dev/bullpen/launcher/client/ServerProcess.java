package dev.bullpen.launcher.client;

import dev.bullpen.json.Json;
import dev.bullpen.launcher.OwnProcesses;
import dev.bullpen.launcher.Variables;
import dev.bullpen.posix.thread.DaemonThread;
import dev.bullpen.project.script.RemoteToken;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.node.ObjectNode;

/** A server process and its pipes. Closing this ends the server by the end of its input. */
public final class ServerProcess extends Server {
  /** Longer than a server takes to end while a job runs. */
  private static final Duration END_LIMIT = Duration.ofSeconds(10);

  private final Process process;
  private final Optional<RemoteToken> token;
  private final OutputStream toServer;

  private ServerProcess(Process process, Optional<RemoteToken> token, Listener listener) {
    super(listener);
    this.process = process;
    this.token = token;
    this.toServer = process.getOutputStream();
    new DaemonThread("server stdout", this::read).start();
  }

  public static ServerProcess start(ProcessBuilder builder) throws ServerException {
    return start(builder, Optional.empty(), (method, params) -> {});
  }

  /**
   * Starts {@code builder}'s command. The server will end at once when its input ends.
   *
   * @param token is put into every message, if the server demands it
   */
  public static ServerProcess start(
      ProcessBuilder builder, Optional<RemoteToken> token, Listener listener)
      throws ServerException {
    builder.environment().put("BULLPEN_FINISH", "0");
    Variables.removeAddresses(builder.environment());
    try {
      return new ServerProcess(OwnProcesses.start(builder), token, listener);
    } catch (IOException e) {
      throw new ServerException("the server cannot be started: " + e.getMessage());
    }
  }

  public long pid() {
    return process.pid();
  }

  /** The error output, unless it is redirected. */
  public BufferedReader errors() {
    return process.errorReader(StandardCharsets.UTF_8);
  }

  @Override
  void send(ObjectNode message) throws ServerException {
    token.ifPresent(
        known -> {
          if (message.has("method")) {
            ObjectNode params = message.withObjectProperty("params").deepCopy();
            known.putInto(params.withObjectProperty("_meta"));
            message.set("params", params);
          }
        });
    try {
      toServer.write(Json.line(message));
      toServer.flush();
    } catch (IOException e) {
      throw new ServerException("the server has ended: " + e.getMessage());
    }
  }

  public void endInput() throws ServerException {
    try {
      toServer.close();
    } catch (IOException e) {
      throw new ServerException("the server's input cannot be closed: " + e.getMessage());
    }
  }

  /**
   * Waits for the exit of a server whose input has ended.
   *
   * @throws ServerException if the server still runs after {@code limit}; it is then killed
   */
  public void awaitExit(Duration limit) throws ServerException, InterruptedException {
    if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
      process.toHandle().destroyForcibly();
      throw new ServerException(
          "the server did not end within %d s of its input".formatted(limit.toSeconds()));
    }
  }

  /** Ends the server if it still runs, and waits for its exit. Kills it after a limit. */
  @Override
  public void close() throws ServerException {
    endInput();
    try {
      awaitExit(END_LIMIT);
    } catch (InterruptedException e) {
      process.toHandle().destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }

  private void read() {
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        take(line);
      }
    } catch (IOException e) {
      // Treated like the end of the output.
    } finally {
      end();
    }
  }
}
