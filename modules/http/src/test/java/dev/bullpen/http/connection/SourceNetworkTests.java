package dev.bullpen.http.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;

class SourceNetworkTests {
  private static String of(String address) throws UnknownHostException {
    return SourceNetwork.of(InetAddress.getByName(address));
  }

  @Test
  void anIpv4AddressCountsAlone() throws Exception {
    assertEquals("192.0.2.7", of("192.0.2.7"));
    assertNotEquals(of("192.0.2.7"), of("192.0.2.8"));
  }

  @Test
  void allAddressesOfAnIpv6NetworkCountAsOne() throws Exception {
    assertEquals("2001:db8:1:2:0:0:0:0/64", of("2001:db8:1:2::"));
    assertEquals(of("2001:db8:1:2::"), of("2001:db8:1:2:ffff:ffff:ffff:ffff"));
    assertNotEquals(of("2001:db8:1:2::"), of("2001:db8:1:1:ffff:ffff:ffff:ffff"));
    assertNotEquals(of("2001:db8:1:2::"), of("2001:db8:1:3::"));
  }

  @Test
  void loopbackIsNoNetwork() throws Exception {
    assertEquals("0:0:0:0:0:0:0:1", of("::1"));
    assertNotEquals(of("::1"), of("::2"));
  }

  @Test
  void ipv4WrittenAsIpv6IsIpv4() throws Exception {
    byte[] mapped = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1, (byte) 192, 0, 2, 7};
    assertEquals("192.0.2.7", SourceNetwork.of(Inet6Address.getByAddress("", mapped, -1)));
  }

  @Test
  void theInterfaceOfALinkLocalAddressDoesNotCount() throws Exception {
    byte[] bytes = InetAddress.getByName("fe80::1").getAddress();
    assertEquals(of("fe80::2"), SourceNetwork.of(Inet6Address.getByAddress("", bytes, 7)));
  }
}
