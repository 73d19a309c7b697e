package dev.bullpen.testkit.report;

/** The faults that the product is held to; a test names those it is about by {@code @Tag("F4")}. */
public enum ListedFault {
  F1("the supervisor is killed in the middle of jobs"),
  F2("the supervisor is killed while a job is stopped or its helper busy"),
  F3("the client is killed; somebody else holds its pipes open"),
  F4("a pipeline of six is cancelled"),
  F5("a job that ignores TERM, or is stopped, is cancelled with a grace"),
  F6("a daemon that has forked twice and has a session of its own is cancelled"),
  F7("a fork bomb is cancelled"),
  F8("a script ends, its background child holds the output open"),
  F9("a script closes its outputs and runs on"),
  F10("a script floods both outputs with 1 GiB"),
  F11("ten thousand malformed lines among pings"),
  F12("one line of 1 GiB"),
  F13("the client stops reading"),
  F14("the client closes the output only"),
  F15("helpers are killed in the middle of jobs"),
  F16("a helper runs out of memory"),
  F17("a helper talks garbage"),
  F18("a program prints past its result"),
  F19("a program ends its JVM, leaks threads, or changes the JVM's state"),
  F20("helpers die at boot"),
  F21("descriptors, processes or disk run out"),
  F22("a cancel crosses the answer"),
  F23("long jobs hold every helper"),
  F24("the JDK is moved away or replaced"),
  F25("the clock jumps, the supervisor is stopped"),
  F26("pids are used again at once"),
  F27("helpers are recycled under load"),
  F28("the server is pid 1 of a container");

  private final String words;

  ListedFault(String words) {
    this.words = words;
  }

  /** What happens, for a table. */
  public String words() {
    return words;
  }
}
