package dev.bullpen.protocol.question;

import java.util.List;

/** The name and keys by which the replicas of a fleet open each other's seals. */
public interface SharedKeys {
  /** The unique name of this replica, made of the characters of a host name. */
  String node();

  /**
   * Keys of 32 bytes: the first seals, all open. They may change between calls, while keys are
   * rotated.
   */
  List<byte[]> keys();
}
