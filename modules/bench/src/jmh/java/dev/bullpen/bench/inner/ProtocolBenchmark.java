package dev.bullpen.bench.inner;

import dev.bullpen.protocol.JsonRpc;
import dev.bullpen.protocol.Message;
import dev.bullpen.protocol.RequestId;
import dev.bullpen.protocol.line.Line;
import dev.bullpen.protocol.line.LineReader;
import dev.bullpen.protocol.line.OutgoingBudget;
import dev.bullpen.protocol.line.OutgoingLines;
import dev.bullpen.protocol.method.CompleteResult;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A message on its way in and one on its way out, without what happens between. */
@State(Scope.Benchmark)
public class ProtocolBenchmark {
  private static final RequestId ID = new RequestId.Text("17");

  private static final List<String> VALUES =
      List.of("retry job", "review logs", "rebuild cache", "restart service");

  private final byte[] request = Requests.complete("fast", "query", "re");
  private final OneLine in = new OneLine();
  private final LineReader lines = new LineReader(in, LineReader.DEFAULT_MAX_BYTES);
  private final LastLine client = new LastLine();
  private final OutgoingLines writer = new OutgoingLines(client, OutgoingBudget.ofHeap(), () -> {});

  /** End the writer's thread. */
  @TearDown
  public void end() {
    writer.close(Duration.ZERO);
  }

  @Benchmark
  public Message a_request_is_read_and_parsed() throws IOException {
    in.give(request);
    return Message.parse(((Line.Text) lines.next()).utf8());
  }

  @Benchmark
  public byte[] an_answer_is_made_and_written() {
    CompleteResult result =
        new CompleteResult(VALUES, OptionalInt.of(VALUES.size()), false, Optional.empty());
    writer.respond(ID, JsonRpc.line(JsonRpc.result(ID, result.toJson())));
    return client.line();
  }
}
