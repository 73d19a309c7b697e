package dev.bullpen.pool;

import dev.bullpen.wire.Desk;
import java.util.List;
import java.util.Map;

/**
 * What a job wants with its helper's desk, a private folder where the server and the script put
 * files for each other. It is emptied after the job.
 *
 * <p>A file's name is up to 96 letters, digits, dots, dashes and underscores of ASCII and does not
 * begin with a dot. {@value Desk#EVENTS} is the FIFO to which the script writes events.
 *
 * @param files name → bytes: there before the script starts
 * @param variables variable → name: the script is told the absolute path of that name, whether it
 *     is there or not; {@code cancelled} appears when the job is ended with a grace
 * @param asks names the listener is told of as soon as they appear; the file is taken away then.
 *     Write another and rename it, so that it is whole when it appears
 * @param leaves names the listener is told of when the script has ended, if they are not empty
 */
public record DeskRequest(
    Map<String, byte[]> files,
    Map<String, String> variables,
    List<String> asks,
    List<String> leaves) {

  /**
   * @throws IllegalArgumentException if a name is none
   */
  public DeskRequest {
    variables = Map.copyOf(variables);
    for (String name : variables.values()) {
      if (!name.equals(Desk.EVENTS)) {
        Desk.checked(name);
      }
    }
    Desk desk = new Desk(files, asks, leaves);
    files = desk.files();
    asks = desk.asks();
    leaves = desk.leaves();
  }

  /** As the helper is told of it. */
  Desk desk() {
    return new Desk(files, asks, leaves);
  }
}
