package dev.bullpen.remote;

import java.net.InetAddress;
import java.net.UnknownHostException;

/**
 * Addresses that begin alike.
 *
 * @param name what they are for
 * @param start the first of them, in network order
 * @param bits how many leading bits they share
 */
record Network(String name, byte[] start, int bits) {
  /** Read {@code address/bits}, for constants. */
  static Network of(String cidr, String name) {
    int slash = cidr.indexOf('/');
    try {
      // A literal: nobody is asked.
      byte[] start = InetAddress.getByName(cidr.substring(0, slash)).getAddress();
      return new Network(name, start, Integer.parseInt(cidr.substring(slash + 1)));
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException(cidr, e);
    }
  }

  boolean has(byte[] address) {
    if (address.length != start.length) {
      return false;
    }
    for (int bit = 0; bit < bits; bit++) {
      int mask = 0x80 >> bit % Byte.SIZE;
      if (((address[bit / Byte.SIZE] ^ start[bit / Byte.SIZE]) & mask) != 0) {
        return false;
      }
    }
    return true;
  }
}
