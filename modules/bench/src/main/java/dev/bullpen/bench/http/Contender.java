package dev.bullpen.bench.http;

import java.util.List;

/**
 * A server to be measured.
 *
 * @param name for the tables
 * @param command starts it; {@value #PORT} in it stands for the port
 * @param eras in which it can be asked
 * @param crowd how many sessions and streams it is measured with
 */
record Contender(String name, List<String> command, List<Era> eras, int crowd) {
  static final String PORT = "PORT";

  List<String> command(int port) {
    return command.stream().map(word -> word.replace(PORT, Integer.toString(port))).toList();
  }

  /** In which its clients keep streams open. */
  Era streams() {
    return eras.get(eras.size() - 1);
  }
}
