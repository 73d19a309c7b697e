/**
 * What the author of a provider in Java compiles against: four functional interfaces and the small
 * records they take and return. It depends on nothing.
 */
module dev.bullpen.api {
  exports dev.bullpen.api;
}
