package dev.bullpen.launcher.sdk;

import dev.bullpen.launcher.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** A policy asked by the harness, with what that says. */
abstract class AskedPolicy {
  static final int NO_VERDICT = 2;

  @TempDir Path folder;

  Ran ask(String policy, String name, String metadata) {
    return tool(policy, name, metadata).runAs(asked());
  }

  String asked() {
    return "exec bash \"$MCP_SDK/policy.sh\" '" + folder.resolve("policy.sh") + "'";
  }

  ToolScript tool(String policy, String name, String metadata) {
    try {
      Files.writeString(folder.resolve("policy.sh"), policy + "\n");
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return new ToolScript(folder)
        .with("MCP_POLICY_TOOL_NAME", name)
        .with("MCP_POLICY_METADATA_JSON", metadata);
  }

  static String denied(int code, String message, String data) {
    return "{\"code\":" + code + ",\"message\":\"" + message + "\"" + data + "}\n";
  }
}
