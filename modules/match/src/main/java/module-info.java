/** Finds the values that fit what somebody has typed, and says which fit best. */
module dev.bullpen.match {
  exports dev.bullpen.match;
}
