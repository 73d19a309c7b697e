package dev.bullpen.protocol.question;

import java.util.List;

/** What the replicas of a fleet share, so that each can open what another has sealed. */
public interface SharedKeys {
  /** The name of this replica, which no other has; of the characters of a host name. */
  String node();

  /**
   * Of 32 bytes each: the first seals, all open. They may be others from one call to the next,
   * while keys are rotated.
   */
  List<byte[]> keys();
}
