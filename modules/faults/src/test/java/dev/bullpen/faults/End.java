package dev.bullpen.faults;

import dev.bullpen.testkit.Signal;
import dev.bullpen.testkit.client.McpProcess;
import java.util.function.Consumer;

/** What ends a server in order, and the exit code it has then. */
enum End {
  END_OF_INPUT(McpProcess::closeStdin, 0),
  TERM(process -> process.signal(Signal.TERM), 143),
  INT(process -> process.signal(Signal.INT), 130);

  final Consumer<McpProcess> act;
  final int code;

  End(Consumer<McpProcess> act, int code) {
    this.act = act;
    this.code = code;
  }
}
