package dev.bullpen.http.connection;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AddressLimitTests {
  private static final int MOST = 3;

  private final AddressLimit limit = new AddressLimit(MOST);
  private final List<SocketChannel> channels = new ArrayList<>();

  @AfterEach
  void close() throws IOException {
    for (SocketChannel channel : channels) {
      channel.close();
    }
  }

  /** Whether one more connection from there is let in. */
  private boolean connects(String address) throws IOException {
    SocketChannel channel = SocketChannel.open();
    channels.add(channel);
    return limit.count(channel, InetAddress.getByName(address));
  }

  @Test
  void manyAddressesOfOneIpv6NetworkAreOne() throws Exception {
    for (int i = 1; i <= MOST; i++) {
      assertTrue(connects("2001:db8:1:2::" + i));
    }
    assertFalse(connects("2001:db8:1:2:ffff::1"));
    assertTrue(connects("2001:db8:1:3::1"));
  }

  @Test
  void aConnectionThatClosesMakesRoomInItsNetwork() throws Exception {
    for (int i = 1; i <= MOST; i++) {
      assertTrue(connects("2001:db8:1:2::" + i));
    }
    limit.onClosed(channels.get(0));
    limit.onClosed(channels.get(0));
    assertTrue(connects("2001:db8:1:2::9"));
    assertFalse(connects("2001:db8:1:2::a"));
  }

  @Test
  void ipv4AddressesDoNotShareALimit() throws Exception {
    for (int i = 1; i <= MOST + 1; i++) {
      assertTrue(connects("192.0.2." + i));
    }
  }
}
