package dev.bullpen.pool.job;

import dev.bullpen.wire.Desk;
import java.util.Collections;
import java.util.Map;

/**
 * A job's use of its helper's exchange folder, a private folder where the server and the script put
 * files for each other. It is emptied after the job.
 *
 * <p>A file's name is up to 96 letters, digits, dots, dashes and underscores of ASCII and does not
 * begin with a dot. {@value Desk#EVENTS} is the FIFO to which the script writes events.
 *
 * @param desk the files that are there before the script starts; those that the listener gets as
 *     soon as they appear, which are removed then (write another file and rename it, so that it is
 *     whole when it appears); and those that it gets when the script has ended
 * @param variables variable → name: the variable is the absolute path of that name, whether it is
 *     there or not; {@code cancelled} appears when the job is ended with a grace
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
