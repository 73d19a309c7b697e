/** Programs that load the packaged product and measure it. Never shipped. */
module dev.bullpen.bench {
  requires dev.bullpen.testkit;
}
