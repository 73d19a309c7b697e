package dev.bullpen.pool.job;

import dev.bullpen.wire.Desk;
import java.util.Collections;
import java.util.Map;

/**
 * What a job wants with its helper's desk, a private folder where the server and the script put
 * files for each other. It is emptied after the job.
 *
 * <p>A file's name is up to 96 letters, digits, dots, dashes and underscores of ASCII and does not
 * begin with a dot. {@value Desk#EVENTS} is the FIFO to which the script writes events.
 *
 * @param desk what lies there before the script starts; what the listener is told of as soon as it
 *     appears, and is taken away then (write another file and rename it, so that it is whole when
 *     it appears); and what it is told of when the script has ended
 * @param variables variable → name: the script is told the absolute path of that name, whether it
 *     is there or not; {@code cancelled} appears when the job is ended with a grace
 */
public record DeskRequest(Desk desk, Map<String, String> variables) {

  /**
   * @throws IllegalArgumentException if a name is none
   */
  public DeskRequest {
    variables = Collections.unmodifiableMap(variables);
    for (String name : variables.values()) {
      if (!name.equals(Desk.EVENTS)) {
        Desk.checked(name);
      }
    }
  }
}
