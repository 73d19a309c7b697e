package dev.bullpen.bench.inner;

import dev.bullpen.bench.race.Machine;
import java.util.ArrayList;
import java.util.List;

/**
 * The flags of the supervisor's JVM, as the start script has them: with another compiler or
 * collector it would be another program that is measured. A helper's differ in the heap's size and
 * in when they compile, which means nothing once all is compiled. Archives of classes only matter
 * to a start.
 */
final class ProductFlags {
  /** From this version on a JVM warns of native calls unless it is told of them. */
  private static final int ASKS_FOR_NATIVE_ACCESS = 24;

  private static final List<String> ALWAYS =
      List.of(
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1",
          "-XX:CompileThresholdScaling=1.5",
          "-XX:CompileCommand=quiet",
          "-XX:CompileCommand=CompileThresholdScaling,dev.bullpen.*::*,0.1",
          "-Xms8m",
          "-Xmx256m",
          "-Xss512k",
          "-XX:-ShrinkHeapInSteps",
          "-XX:MaxHeapFreeRatio=40",
          "-XX:TLABWasteTargetPercent=5",
          "-XX:-UsePerfData",
          "-XX:-MaxFDLimit",
          "-XX:+ExitOnOutOfMemoryError",
          "-Xlog:disable",
          "-Xlog:all=error:stderr",
          // JNA's native library, as the product has it.
          "-Dbullpen.home=" + System.getProperty("bullpen.launcher"),
          "-Dbullpen.inner.work=" + System.getProperty("bullpen.inner.work"));

  private ProductFlags() {}

  static String[] of(String javaHome) {
    List<String> flags = new ArrayList<>(ALWAYS);
    if (Integer.parseInt(Machine.version(javaHome).split("\\.")[0]) >= ASKS_FOR_NATIVE_ACCESS) {
      flags.add("--enable-native-access=ALL-UNNAMED");
    }
    return flags.toArray(String[]::new);
  }
}
