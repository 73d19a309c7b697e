import dev.bullpen.api.Job;
import dev.bullpen.api.Level;
import dev.bullpen.api.Tool;
import dev.bullpen.api.ToolRequest;
import dev.bullpen.api.ToolResult;
import java.util.Map;

/** Takes long on purpose, reports progress, and stops when the call is cancelled. */
class Primes implements Tool {
  private static final int STEPS = 100;

  @Override
  public ToolResult call(ToolRequest request) {
    long upTo = request.arguments().whole("upTo", 200_000);
    Job job = request.job();
    job.log(Level.INFO, "counting the primes up to " + upTo);
    long count = 0;
    long largest = 0;
    long step = Math.max(1, upTo / STEPS);
    for (long number = 2; number <= upTo; number++) {
      if (isPrime(number)) {
        count++;
        largest = number;
      }
      if (number % step == 0) {
        // Nothing in here waits, so an interrupt has no effect: the loop has to check. A loop that
        // does
        // not is ended with its JVM.
        if (job.cancelled()) {
          return ToolResult.error("cancelled at " + number);
        }
        job.progress(number, upTo, count + " so far");
      }
    }
    return ToolResult.structured(Map.of("count", count, "largest", largest));
  }

  private static boolean isPrime(long number) {
    for (long divisor = 2; divisor * divisor <= number; divisor++) {
      if (number % divisor == 0) {
        return false;
      }
    }
    return true;
  }
}
