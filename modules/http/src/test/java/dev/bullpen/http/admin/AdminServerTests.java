package dev.bullpen.http.admin;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.http.access.AccessException;
import dev.bullpen.http.connection.Listener;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What asks for no token is reached by this machine's processes alone. */
class AdminServerTests {
  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1:0", "127.9.9.9:9090", "[::1]:9090", "unix:/tmp/x/admin"})
  void addresses_of_this_machine_may_be_listened_on(String address) {
    assertDoesNotThrow(() -> AdminServer.check(Listener.parse(address)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.0.0.0:9090", "[::]:9090", "192.0.2.1:9090", "host.invalid:9090"})
  void all_others_may_not(String address) {
    AccessException refusal =
        assertThrows(AccessException.class, () -> AdminServer.check(Listener.parse(address)));
    assertTrue(refusal.getMessage().contains(address), refusal.getMessage());
  }
}
