package dev.bullpen.project.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.project.metadata.ProjectException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

class RemoteTokenTests {
  private static final String SECRET = "0123456789abcdef0123456789abcdef";
  private final Map<String, String> env = new HashMap<>();

  private boolean matches(String key, String token) throws ProjectException {
    env.putIfAbsent("MCPBASH_REMOTE_TOKEN", SECRET);
    ObjectNode meta = Json.object();
    meta.put(key, token);
    return RemoteToken.of(env).orElseThrow().matches(meta);
  }

  @Test
  void without_one_nothing_is_asked() throws ProjectException {
    assertEquals(Optional.empty(), RemoteToken.of(env));
    env.put("MCPBASH_REMOTE_TOKEN", "");
    assertEquals(Optional.empty(), RemoteToken.of(env));
  }

  @Test
  void a_short_one_is_no_secret() throws ProjectException {
    env.put("MCPBASH_REMOTE_TOKEN", SECRET.substring(1));
    ProjectException e = assertThrows(ProjectException.class, () -> RemoteToken.of(env));
    assertTrue(e.getMessage().contains("31 characters"), e.getMessage());
    assertFalse(e.getMessage().contains(SECRET.substring(1)));
    env.put("MCPBASH_REMOTE_TOKEN", SECRET + "0");
    assertTrue(RemoteToken.of(env).isPresent());
  }

  @Test
  void it_is_searched_under_both_keys() throws ProjectException {
    assertTrue(matches("mcpbash/remoteToken", SECRET));
    assertTrue(matches("remoteToken", SECRET));
    assertFalse(matches("token", SECRET));
    env.put("MCPBASH_REMOTE_TOKEN_KEY", "mine");
    env.put("MCPBASH_REMOTE_TOKEN_FALLBACK_KEY", "other");
    assertTrue(matches("mine", SECRET));
    assertTrue(matches("other", SECRET));
    assertFalse(matches("mcpbash/remoteToken", SECRET));
    assertFalse(matches("remoteToken", SECRET));
  }

  @Test
  void a_client_that_has_it_puts_it_where_it_is_searched() throws ProjectException {
    env.put("MCPBASH_REMOTE_TOKEN", SECRET);
    ObjectNode meta = Json.object();
    RemoteToken.of(env).orElseThrow().putInto(meta);
    assertEquals("{\"mcpbash/remoteToken\":\"" + SECRET + "\"}", Json.text(meta));
    env.put("MCPBASH_REMOTE_TOKEN_KEY", "mine");
    RemoteToken mine = RemoteToken.of(env).orElseThrow();
    mine.putInto(meta.removeAll());
    assertEquals("{\"mine\":\"" + SECRET + "\"}", Json.text(meta));
    assertTrue(mine.matches(meta));
  }

  @Test
  void only_the_whole_of_it_will_do() throws ProjectException {
    assertFalse(matches("remoteToken", ""));
    assertFalse(matches("remoteToken", SECRET.substring(1)));
    assertFalse(matches("remoteToken", SECRET + "0"));
    assertFalse(matches("remoteToken", SECRET.toUpperCase()));
    assertFalse(RemoteToken.of(env).orElseThrow().matches(Json.object()));
    ObjectNode number = Json.object();
    number.put("remoteToken", 1);
    assertFalse(RemoteToken.of(env).orElseThrow().matches(number));
  }
}
