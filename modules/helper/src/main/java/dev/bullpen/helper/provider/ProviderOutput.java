package dev.bullpen.helper.provider;

import java.io.IOException;

/** Where the output of a job goes. */
public interface ProviderOutput {
  /** The job's standard output, all of it. */
  void result(byte[] bytes) throws IOException;

  /** What is printed is the job's standard output from now on; until then it is error output. */
  void printedIsResult() throws IOException;
}
