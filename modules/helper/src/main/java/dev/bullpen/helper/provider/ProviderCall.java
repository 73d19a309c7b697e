package dev.bullpen.helper.provider;

import dev.bullpen.api.ArgumentException;
import dev.bullpen.api.CompletionProvider;
import dev.bullpen.api.JsonRpcException;
import dev.bullpen.api.Prompt;
import dev.bullpen.api.ResourceException;
import dev.bullpen.api.ResourceReader;
import dev.bullpen.api.Tool;
import dev.bullpen.api.ToolRequest;
import dev.bullpen.api.ToolResult;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Calls a class of providers with the variables that a script would get, and answers with the bytes
 * that a script would print. The class is inspected once. Each call gets an instance of its own.
 */
final class ProviderCall {
  private static final byte[] NOTHING = {};

  private final Class<?> type;
  private final Set<Wanted> implemented;
  private final Optional<Constructor<?>> constructor;

  private ProviderCall(Class<?> type, Set<Wanted> implemented) {
    this.type = type;
    this.implemented = implemented;
    this.constructor = constructor(type);
  }

  /** Empty if the class implements none of the four interfaces. It may have a main. */
  static Optional<ProviderCall> of(Class<?> type) {
    Set<Wanted> implemented = EnumSet.noneOf(Wanted.class);
    for (Wanted wanted : Wanted.ALL) {
      if (wanted.isImplementedBy(type)) {
        implemented.add(wanted);
      }
    }
    return implemented.isEmpty()
        ? Optional.empty()
        : Optional.of(new ProviderCall(type, implemented));
  }

  private static Optional<Constructor<?>> constructor(Class<?> type) {
    try {
      Constructor<?> found = type.getDeclaredConstructor();
      found.setAccessible(true);
      return Optional.of(found);
    } catch (NoSuchMethodException e) {
      return Optional.empty(); // an error when an instance is wanted
    }
  }

  /**
   * Call the provider once, on this thread.
   *
   * @param arguments what follows the program in the command
   * @return the bytes a script would have printed
   * @throws ScriptExit to end as a script with that code and error output
   */
  byte[] run(List<String> arguments, Map<String, String> environment, Ports ports)
      throws Exception {
    Wanted wanted = Wanted.of(arguments, environment);
    return wanted == Wanted.RESOURCE
        ? read(arguments, environment, ports)
        : call(wanted, arguments, environment, ports);
  }

  /** Whatever the failure, the exit code is one of resource providers. */
  private byte[] read(List<String> arguments, Map<String, String> environment, Ports ports)
      throws ScriptExit {
    int failed = code(ResourceException.Kind.FAILED);
    try {
      return call(Wanted.RESOURCE, arguments, environment, ports);
    } catch (ScriptExit e) {
      throw e.isOfResource() ? e : new ScriptExit(failed, e.getMessage());
    } catch (Throwable e) {
      throw ScriptExit.because(failed, e);
    }
  }

  private byte[] call(
      Wanted wanted, List<String> arguments, Map<String, String> environment, Ports ports)
      throws Exception {
    if (!implemented.contains(wanted)) {
      throw new ScriptExit(
          "%s is called as a %s, but implements %s. Implement dev.bullpen.api.%s, or name another file."
              .formatted(type.getName(), wanted.word(), words(), wanted.word()));
    }
    RunningJob job = new RunningJob(wanted, environment, ports);
    Object provider = instance();
    try {
      return switch (wanted) {
        case COMPLETION ->
            Results.completion(
                returned(((CompletionProvider) provider).complete(job.completion())));
        case PROMPT -> Results.prompt(returned(((Prompt) provider).get(job.prompt())));
        case TOOL -> call((Tool) provider, job.tool(), environment);
        case RESOURCE ->
            returned(
                    ((ResourceReader) provider)
                        .read(job.resource(arguments.get(arguments.size() - 1))))
                .toBytes();
      };
    } catch (ResourceException e) {
      throw new ScriptExit(code(e.kind()), e.getMessage());
    } catch (ArgumentException e) {
      throw new ScriptExit(
          wanted == Wanted.RESOURCE ? code(ResourceException.Kind.INVALID) : ScriptExit.FAILURE,
          e.getMessage());
    } catch (JsonRpcException e) {
      throw new ScriptExit(e.getMessage()); // a script cannot pass on the code
    }
  }

  /** The model learns what is wrong with an argument, so that it can correct it. */
  private byte[] call(Tool tool, ToolRequest request, Map<String, String> environment)
      throws Exception {
    try {
      return Results.tool(returned(tool.call(request)));
    } catch (ArgumentException e) {
      return Results.tool(ToolResult.error(e.getMessage()));
    } catch (JsonRpcException e) {
      String file = environment.getOrDefault("MCP_TOOL_ERROR_FILE", "");
      if (file.isEmpty()) {
        throw e;
      }
      Files.write(Path.of(file), Results.error(e));
      return NOTHING;
    }
  }

  /** The exit codes of resource providers (contract of mcp-bash, resource providers). */
  private static int code(ResourceException.Kind kind) {
    return switch (kind) {
      case NOT_FOUND -> 3;
      case INVALID -> 4;
      case FAILED -> 5;
    };
  }

  private Object instance() throws Exception {
    if (constructor.isEmpty()) {
      throw new ScriptExit(type.getName() + " has no constructor without parameters. Add one.");
    }
    try {
      return constructor.get().newInstance();
    } catch (InstantiationException e) {
      throw new ScriptExit(type.getName() + " is abstract. Name a class that is not.");
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof Exception exception) {
        throw exception;
      } else if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw e;
    }
  }

  private <T> T returned(T result) throws ScriptExit {
    if (result == null) {
      throw new ScriptExit(type.getName() + " returned null. Return an empty result for nothing.");
    }
    return result;
  }

  private String words() {
    StringBuilder words = new StringBuilder();
    for (Wanted one : implemented) {
      words.append(words.isEmpty() ? "" : ", ").append(one.word());
    }
    return words.toString();
  }

  enum Wanted {
    COMPLETION(CompletionProvider.class),
    PROMPT(Prompt.class),
    TOOL(Tool.class),
    RESOURCE(ResourceReader.class);

    private static final List<Wanted> ALL = List.of(values());

    private final Class<?> type;

    Wanted(Class<?> type) {
      this.type = type;
    }

    boolean isImplementedBy(Class<?> provider) {
      return type.isAssignableFrom(provider);
    }

    String word() {
      return type.getSimpleName();
    }

    /**
     * What a job is for. The variables of completions and prompts reach no other script. Those of a
     * tool may, from a server around this one. Only a resource gets an argument, its URI.
     */
    static Wanted of(List<String> arguments, Map<String, String> environment) throws ScriptExit {
      if (has(environment, "MCP_COMPLETION_NAME")) {
        return COMPLETION;
      } else if (has(environment, "MCP_PROMPT_NAME")) {
        return PROMPT;
      } else if (!arguments.isEmpty()) {
        return RESOURCE;
      } else if (has(environment, "MCP_TOOL_NAME")) {
        return TOOL;
      }
      throw new ScriptExit(
          "Nothing says what the provider is for: neither MCP_COMPLETION_NAME, MCP_PROMPT_NAME nor"
              + " MCP_TOOL_NAME is set, and there is no URI as its argument.");
    }

    private static boolean has(Map<String, String> environment, String name) {
      return !environment.getOrDefault(name, "").isEmpty();
    }
  }
}
