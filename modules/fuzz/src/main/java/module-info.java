/** Random input for tests. Never shipped. */
module dev.bullpen.fuzz {
  requires jdk.management;

  exports dev.bullpen.fuzz;
}
