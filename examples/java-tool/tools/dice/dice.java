// A tool in one file. The next line is its metadata, as in scripts:
// mcp: {"name": "dice", "description": "Rolls five dice, one after the other"}

import dev.bullpen.api.Content;
import dev.bullpen.api.Tool;
import dev.bullpen.api.ToolRequest;
import dev.bullpen.api.ToolResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

class Dice implements Tool {
  private static final int DICE = 5;
  private static final int SIDES = 6;
  private static final long ROLLING_MILLIS = 100;

  @Override
  public ToolResult call(ToolRequest request) throws InterruptedException {
    List<Integer> rolled = new ArrayList<>();
    for (int i = 0; i < DICE; i++) {
      // A cancel interrupts this, which ends the call: no check is needed here.
      Thread.sleep(ROLLING_MILLIS);
      rolled.add(1 + ThreadLocalRandom.current().nextInt(SIDES));
      request.job().progress(i + 1, DICE, "rolled");
    }
    return ToolResult.of(Content.text("Rolled " + rolled)).withStructured(Map.of("dice", rolled));
  }
}
