package dev.bullpen.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each network at both its ends, and one before and after it. */
class PublicAddressesTests {
  /** First and last address of what is not public, with its public neighbours if it has any. */
  private static final String[][] NETWORKS = {
    {"-", "0.0.0.0", "0.255.255.255", "1.0.0.0"},
    {"9.255.255.255", "10.0.0.0", "10.255.255.255", "11.0.0.0"},
    {"100.63.255.255", "100.64.0.0", "100.127.255.255", "100.128.0.0"},
    {"126.255.255.255", "127.0.0.0", "127.255.255.255", "128.0.0.0"},
    {"168.63.129.15", "168.63.129.16", "168.63.129.16", "168.63.129.17"},
    {"169.253.255.255", "169.254.0.0", "169.254.255.255", "169.255.0.0"},
    {"172.15.255.255", "172.16.0.0", "172.31.255.255", "172.32.0.0"},
    {"191.255.255.255", "192.0.0.0", "192.0.0.255", "192.0.1.0"},
    {"192.0.1.255", "192.0.2.0", "192.0.2.255", "192.0.3.0"},
    {"192.88.98.255", "192.88.99.0", "192.88.99.255", "192.88.100.0"},
    {"192.167.255.255", "192.168.0.0", "192.168.255.255", "192.169.0.0"},
    {"198.17.255.255", "198.18.0.0", "198.19.255.255", "198.20.0.0"},
    {"198.51.99.255", "198.51.100.0", "198.51.100.255", "198.51.101.0"},
    {"203.0.112.255", "203.0.113.0", "203.0.113.255", "203.0.114.0"},
    {"223.255.255.255", "224.0.0.0", "255.255.255.255", "-"},
  };

  static List<String> publicNeighbours() {
    List<String> neighbours = new ArrayList<>();
    for (String[] network : NETWORKS) {
      neighbours.add(network[0]);
      neighbours.add(network[3]);
    }
    neighbours.removeIf("-"::equals);
    return neighbours;
  }

  static List<String> ends() {
    List<String> ends = new ArrayList<>();
    for (String[] network : NETWORKS) {
      ends.add(network[1]);
      ends.add(network[2]);
    }
    return ends;
  }

  @ParameterizedTest
  @MethodSource("publicNeighbours")
  void beside_each_network_begins_the_public_internet(String address) {
    assertPublic(address);
    assertPublic(translated(address));
  }

  @ParameterizedTest
  @MethodSource("ends")
  void nothing_of_a_network_that_is_not_public_is_reached_in_any_form(String address) {
    assertRefused(address);
    assertRefused(translated(address));
    byte[] four = Fetching.address(address).getAddress();
    for (byte[] carried :
        List.of(
            carrying(four, 12),
            mapped(four),
            carrying(four, 2, 0x20, 0x02),
            carrying(four, 4, 0x20, 0x01, 0, 0),
            carrying(inverted(four), 12, 0x20, 0x01, 0, 0),
            carrying(four, 12, 0, 0x64, 0xff, 0x9b, 0, 1))) {
      assertTrue(PublicAddresses.objection(carried).isPresent(), Arrays.toString(carried));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2000::",
        "2000:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
        "2001:200::",
        "2001:4860:4860::8888",
        "2001:db7:ffff::1",
        "2001:db9::",
        "2003::",
        "2606:4700:4700::1111",
        "2a00:1450:4001::200e",
        "3ffe:ffff:ffff:ffff::",
        "3fff:1000::",
        "3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
        "64:ff9b::8.8.8.8",
      })
  void addresses_of_the_public_internet_are_let_through(String address) {
    assertPublic(address);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "::",
        "::1",
        "::2",
        "::8.8.8.8",
        "::ffff:0:8.8.8.8",
        "64:ff9a:ffff::1",
        "64:ff9b::127.0.0.1",
        "64:ff9b::a9fe:a9fe",
        "64:ff9b:0:0:0:1::1",
        "64:ff9b:1::1",
        "100::1",
        "1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
        "2001::1",
        "2001:2::1",
        "2001:10::1",
        "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff",
        "2001:db8::",
        "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff",
        "2002::",
        "2002:808:808::1",
        "2002:7f00:1::1",
        "2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
        "3fff::",
        "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff",
        "4000::",
        "5f00::1",
        "fc00::",
        "fd00:ec2::254",
        "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
        "fe80::1",
        "febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
        "fec0::1",
        "ff00::",
        "ff02::1",
        "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
      })
  void what_is_not_global_unicast_is_refused(String address) {
    assertRefused(address);
  }

  @Test
  void every_first_byte_of_an_address_is_judged_as_the_registry_has_it() {
    for (int first = 0; first < 256; first++) {
      boolean refused = first == 0 || first == 10 || first == 127 || first >= 224;
      // The second and third byte are in no other network.
      byte[] address = {(byte) first, 1, 1, 1};
      assertEquals(refused, PublicAddresses.objection(address).isPresent(), "first byte " + first);
    }
  }

  private static void assertPublic(String address) {
    assertEquals(
        Optional.empty(), new PublicAddresses().objection(Fetching.address(address)), address);
  }

  private static void assertRefused(String address) {
    assertTrue(
        new PublicAddresses().objection(Fetching.address(address)).isPresent(),
        () -> address + " was let through");
  }

  private static String translated(String address) {
    return "64:ff9b::" + address;
  }

  private static byte[] mapped(byte[] four) {
    byte[] address = carrying(four, 12);
    address[10] = (byte) 0xff;
    address[11] = (byte) 0xff;
    return address;
  }

  private static byte[] inverted(byte[] four) {
    byte[] inverted = new byte[four.length];
    for (int i = 0; i < four.length; i++) {
      inverted[i] = (byte) ~four[i];
    }
    return inverted;
  }

  private static byte[] carrying(byte[] four, int at, int... start) {
    byte[] address = new byte[16];
    for (int i = 0; i < start.length; i++) {
      address[i] = (byte) start[i];
    }
    System.arraycopy(four, 0, address, at, four.length);
    return address;
  }
}
