package dev.bullpen.bench.inner;

import dev.bullpen.posix.DescriptorInput;
import dev.bullpen.posix.DescriptorOutput;
import dev.bullpen.posix.Pipe;
import dev.bullpen.wire.Frame;
import dev.bullpen.wire.FrameReader;
import dev.bullpen.wire.FrameWriter;
import java.io.IOException;
import java.io.UncheckedIOException;

/** A thread at the other end of two pipes, which answers every frame with the same one. */
final class Echo {
  private final Pipe there;
  private final Pipe back;
  private final Thread thread;
  private final FrameWriter asks;
  private final FrameReader answers;

  private Echo(Pipe there, Pipe back, Frame answer) {
    this.there = there;
    this.back = back;
    this.asks = new FrameWriter(new DescriptorOutput(there.writing()));
    this.answers = new FrameReader(new DescriptorInput(back.reading()));
    this.thread = new Thread(() -> answer(answer), "echo");
    thread.setDaemon(true);
  }

  static Echo start(Frame answer) throws IOException {
    Echo echo = new Echo(Pipe.open(), Pipe.open(), answer);
    echo.thread.start();
    return echo;
  }

  private void answer(Frame answer) {
    FrameReader reader = new FrameReader(new DescriptorInput(there.reading()));
    FrameWriter writer = new FrameWriter(new DescriptorOutput(back.writing()));
    try {
      while (reader.next().isPresent()) {
        writer.write(answer);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e); // whoever asks gets no answer, and says so
    } finally {
      back.writing().close();
    }
  }

  Frame ask(Frame frame) throws IOException {
    asks.write(frame);
    return answers.next().orElseThrow();
  }

  void close() throws InterruptedException {
    there.writing().close();
    thread.join();
    there.close();
    back.close();
  }
}
