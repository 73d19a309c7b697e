package dev.bullpen.helper.provider;

import dev.bullpen.api.Elicited;
import dev.bullpen.api.Form;
import dev.bullpen.api.Job;
import dev.bullpen.api.Level;
import dev.bullpen.api.Root;
import dev.bullpen.api.Sampled;
import dev.bullpen.api.Sampling;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The job of a provider. Only tools can tell and ask: the variables for that may reach others too,
 * from a server around this one, and are nobody's there. What is seldom wanted is read when it is.
 */
final class RunningJob implements Job {
  private final Told told;
  private final Ports ports;
  private final boolean isTool;
  private final boolean hasMeta;
  private final Notices notices;
  private final Questions questions;
  private final long startedAt = System.nanoTime();

  RunningJob(Wanted wanted, Told told, Ports ports) {
    this.told = told;
    this.ports = ports;
    this.isTool = wanted == Wanted.TOOL;
    this.hasMeta = isTool || wanted == Wanted.PROMPT;
    this.notices = new Notices(told, ports);
    this.questions = new Questions(told, ports);
  }

  @Override
  public boolean cancelled() {
    return ports.cancelled();
  }

  @Override
  public void progress(double done, double total, String message) {
    if (isTool) {
      notices.progress(done, Optional.of(total), message);
    }
  }

  @Override
  public void progress(double done, String message) {
    if (isTool) {
      notices.progress(done, Optional.empty(), message);
    }
  }

  @Override
  public void log(Level level, String message) {
    if (isTool) {
      notices.log(level, message);
    }
  }

  @Override
  public Optional<Duration> timeLeft() {
    return isTool && object("MCP_TOOL_METADATA").get("timeoutSecs") instanceof Long seconds
        ? Optional.of(Duration.ofSeconds(seconds).minusNanos(System.nanoTime() - startedAt))
        : Optional.empty();
  }

  @Override
  public boolean canElicit() {
    return isTool && questions.can(Questions.Kind.ELICIT);
  }

  @Override
  public Elicited elicit(Form form) throws InterruptedException {
    return canElicit() ? questions.elicit(form) : unaskedUser();
  }

  @Override
  public Elicited elicit(String message, String url) throws InterruptedException {
    return canElicit() ? questions.elicit(message, url) : unaskedUser();
  }

  private Elicited unaskedUser() {
    return isTool ? questions.unasked() : Elicited.declined();
  }

  @Override
  public boolean canSample() {
    return isTool && questions.can(Questions.Kind.SAMPLE);
  }

  @Override
  public Sampled sample(Sampling sampling) throws InterruptedException {
    if (canSample()) {
      return questions.sample(sampling);
    }
    Sampled unasked = Job.super.sample(sampling);
    unasked.problem().filter(why -> isTool).ifPresent(why -> Questions.say("sample", why));
    return unasked;
  }

  @Override
  public List<Root> roots() {
    List<Root> roots = new ArrayList<>();
    if (isTool && json("MCP_ROOTS") instanceof Collection<?> all) {
      for (Object one : all) {
        Map<String, Object> root = JsonIn.object(one);
        if (root.get("uri") instanceof String uri && root.get("path") instanceof String path) {
          roots.add(new Root(uri, JsonIn.text(root, "name"), Path.of(path)));
        }
      }
    }
    return Collections.unmodifiableList(roots);
  }

  @Override
  public Path project() {
    return told.has("MCPBASH_PROJECT_ROOT")
        ? Path.of(told.text("MCPBASH_PROJECT_ROOT"))
        : Job.super.project();
  }

  @Override
  public Map<String, String> environment() {
    return told.variables();
  }

  @Override
  public Map<String, Object> meta() {
    return hasMeta ? Collections.unmodifiableMap(object("MCP_TOOL_META")) : Map.of();
  }

  private Map<String, Object> object(String name) {
    return JsonIn.object(json(name));
  }

  private Object json(String name) {
    try {
      return told.json(name);
    } catch (ScriptExit e) {
      throw new IllegalStateException(e.getMessage(), e);
    }
  }
}
