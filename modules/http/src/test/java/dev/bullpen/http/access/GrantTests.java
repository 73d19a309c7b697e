package dev.bullpen.http.access;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bullpen.http.access.Grant.Permissions;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GrantTests {
  @ParameterizedTest
  @CsvSource({
    "file:///srv/public/*, file:///srv/public/x, true",
    "file:///srv/public/*, file:///srv/private/x, false",
    "file:///srv/public/*, file:///srv/public/../private/x, false",
    "file:///srv/public/*, file:///srv/public/%2e%2e/private/x, false",
    "*, file:///srv/public/../private/x, true",
  })
  void a_pattern_of_resources_permits_no_way_out(String pattern, String uri, boolean isPermitted) {
    NamePatterns patterns = new NamePatterns(List.of(pattern));
    Permissions may = new Permissions(NamePatterns.ALL, NamePatterns.ALL, patterns);
    assertEquals(isPermitted, may.permitsResource(uri));
  }
}
