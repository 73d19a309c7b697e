package dev.bullpen.project.uri;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.project.uri.UriTemplate.UriTemplateException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.FutureTask;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UriTemplateTests {
  private static UriTemplate template(String text) {
    try {
      return UriTemplate.parse(text);
    } catch (UriTemplateException e) {
      throw new AssertionError(text, e);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "file:///{path}                      | path",
        "x://{a}/{b}/{a}                     | a b",
        "x://{a,b}{+c}{#d}{.e}{/f*}{;g:3}    | a b c d e f g",
        "x://h{?q,lang*,page:12}{&more}      | q lang page more",
        "x://{user.name}/{%41b}/{_x9}        | user.name %41b _x9",
        "file:///{project-dir}/{-}{/a-b.c-d*} | project-dir - a-b.c-d",
        "x://{ a }/{ b,c , d }{+ e}{/ f* }   | a b c d e f",
        "x://{\t\ta}{? g :3 , h * }          | a g h",
      })
  void variables_are_named_once_in_their_order(String text, String names) {
    assertEquals(List.of(names.split(" ")), template(text).variables());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "x://{a",
        "x://a}",
        "x://{}",
        "x://{a,}",
        "x://{,a}",
        "x://{a b}",
        "x://{ a b }",
        "x://{ }",
        "x://{a, }",
        "x://{+ }",
        "x://{ +a}",
        "x://{a: 3}",
        "x://{=a}",
        "x://{|a}",
        "x://{a:}",
        "x://{a:0}",
        "x://{a:12345}",
        "x://{a:x}",
        "x://{a.}",
        "x://{.a..b}",
        "x://{a%4}",
        "x://{{a}}",
        "x:// {a}",
        "x://\u0000{a}",
        "x://{+}",
        "x://{**}"
      })
  void what_is_no_template_is_refused(String text) {
    assertThrows(UriTemplateException.class, () -> UriTemplate.parse(text));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "note://{id}          | note://",
        "note://{id}          | note://1/2",
        "note://{id}          | note://1?q",
        "note://{id}          | note:/1",
        "Note://{id}/a        | note://1/A",
        "{s}://note           | s://Note",
        "note://{id}          | note://{id}",
        "file:///{+path}      | file:///{+path}",
        "note://{id}          | xnote://1",
        "note://{id}/text     | note://1/texts",
        "x://{a}-{b}          | x://1",
        "file:///{+path}      | file:///",
        "x://h{#part}         | x://h/a",
        "x://h{/a,b}          | x://h/1/2/3",
        "x://h{?q,page}       | x://h?other=1",
        "x://h{?q}            | x://h&q=1",
        "x://{a}.txt          | x://1,txt",
        "note://a%2Fb/{id}    | note://a%2fb/1",
      })
  void a_uri_that_could_not_does_not(String text, String uri) {
    assertFalse(template(text).matches(uri));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "note://{id}          | note://1                | id=1",
        "note://{id}          | NOTE://1                | id=1",
        "git+Ssh.2://{id}     | GIT+sSH.2://1           | id=1",
        "note://{id}/text     | note://1/text           | id=1",
        "x://{a}(.*)[x]{b}    | x://1(.*)[x]2           | a=1 b=2",
        "file:///{+path}      | file:///a/b?c#d         | path=a/b?c#d",
        "note://{id}          | note://a%20b%2Fc%2541,d | id=a b/c%41,d",
        "x://{a}/{b}          | x://1/2                 | a=1 b=2",
        "x://{a}-{b}          | x://1-2-3               | a=1 b=2-3",
        "x://{a}{.e}          | x://n.tar.gz            | a=n e=tar.gz",
        "x://{+a}/{b}         | x://1/2/3               | a=1/2 b=3",
        "x://{+a}{?q}         | x://1/2?q=3             | a=1/2 q=3",
        "x://{+a}{#f}         | x://1#2/3               | a=1 f=2/3",
        "x://{a,b}/end        | x://1,2/end             | a=1 b=2",
        "x://{a,b}/end        | x://1/end               | a=1",
        "x://{a,b}/end        | x://1,2,3/end           | a=1 b=2,3",
        "x://{a*,b}/end       | x://1,2,3/end           | a=1,2 b=3",
        "x://{+a,b}           | x://1/2,3               | a=1/2 b=3",
        "x://{#a,b}           | x://#1,2                | a=1 b=2",
        "x://h{#a}            | x://h                   | ''",
        "x://h{.a,b}          | x://h.1.2               | a=1 b=2",
        "x://h{/a,b}          | x://h/1/2               | a=1 b=2",
        "x://h{/a,b}          | x://h/1                 | a=1",
        "x://h{/a}            | x://h/                  | a=",
        "x://h{/a*}           | x://h/1/%2F/3           | a=1///3",
        "x://h{/a*,b}         | x://h/1/2/3             | a=1/2 b=3",
        "x://h{/a*}{/b}       | x://h/1/2               | a=1 b=2",
        "x://h{;a,b}          | x://h;b=2;a             | b=2 a=",
        "x://h{?a,b}          | x://h?b=2&a=%26x        | b=2 a=&x",
        "x://h{?a}            | x://h                   | ''",
        "x://h?fixed=1{&a}    | x://h?fixed=1&a=2       | a=2",
        "x://h{?a,all*}       | x://h?b=%26&a=1&c=3     | a=1 all=b=%26&c=3",
        "x://{a}/{b}/{a}      | x://1/2/1               | a=1 b=2",
        "x://{a:1}/{a}        | x://c/cat               | a=cat",
        "x://{ a }/{a}        | x://cat/cat             | a=cat",
        "x://{a-b}-c{? d-e }  | x://1-c-c?d-e=2         | a-b=1-c d-e=2",
        "x://{a}/{a:1}        | x://cat/c               | a=cat",
        "x://{a}/{b}          | x://%C3%A4/%F0%9F%98%80 | a=\u00e4 b=\ud83d\ude00",
      })
  void a_uri_gives_the_variables_their_values(String text, String uri, String values) {
    Map<String, String> expected = new LinkedHashMap<>();
    for (String pair : values.isEmpty() ? new String[0] : values.split(" (?=[a-z-]+=)")) {
      expected.put(pair.substring(0, pair.indexOf('=')), pair.substring(pair.indexOf('=') + 1));
    }
    assertTrue(template(text).matches(uri));
    Map<String, String> found = template(text).match(uri).orElseThrow();
    assertEquals(expected.toString(), found.toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "file:///{a}/.x         | file:///1/2%2F3/.x     | {a=1/2/3}",
        "file:///{a}/.x         | file:////1/.x/.x       | {a=/1/.x}",
        "file:///{a}/.x/{b}     | file:///1/.x/2/.x/3    | {a=1, b=2/.x/3}",
        "file:///{a}/.x/{+b}    | file:///1/2/.x/3/4#5   | {a=1/2, b=3/4#5}",
        "file:///{a,b}/.x       | file:///1/2,3/4/.x     | {a=1/2, b=3/4}",
        "file:///.x{/a}{.b}     | file:///.x/1.2         | {a=1, b=2}",
        "file:///{a}/.x         | file:////.x            | ''",
        "file:///{a}/.x         | file:///1?2/.x         | ''",
        "file:///{a}/.x         | file:///1#2/.x         | ''",
        "file:///.x{/a}         | file:///.x/1/2         | ''",
        "file:///.x{?a}         | file:///.x?b/c         | ''",
        "file:///{a}/.x/{a}     | file:///1/.x/2         | ''",
        "file:///{repo}/.x      | file:///{repo}/.x      | ''",
      })
  void of_a_template_for_paths_simple_variables_hold_slashes_too(
      String text, String uri, String values) throws UriTemplateException {
    UriTemplate template = UriTemplate.parseForPaths(text);
    assertEquals(values, template.match(uri).map(Map::toString).orElse(""));
    assertNotEquals(template(text), template);
  }

  @ParameterizedTest
  @CsvSource({
    "note://{id}, note://",
    "note://{id}, note://1/2",
    "note://{id}, note://%ff",
    "note://{id}, note://%c0%ae",
    "note://{id}, note://%4",
    "x://{a}/{a}, x://1/2",
    "x://h{?a}, x://h?a=1&a=2",
  })
  void a_uri_that_gives_no_clear_values_has_none(String text, String uri) {
    assertEquals(Optional.empty(), template(text).match(uri));
  }

  @Test
  void a_template_is_long_enough_at_the_limit_and_too_long_beyond() {
    String most = "x".repeat(UriTemplate.MAX_LENGTH - 3);
    assertTrue(template(most + "{a}").matches(most + "1"));
    assertThrows(UriTemplateException.class, () -> UriTemplate.parse(most + "y{a}"));
  }

  @Test
  void the_worst_template_is_matched_in_no_time() {
    UriTemplate worst = template("{+a}".repeat(300) + "!");
    String uri = "a".repeat(4_096);
    assertTimeoutPreemptively(Duration.ofSeconds(20), () -> assertFalse(worst.matches(uri)));
    assertTrue(worst.matches(uri + "!"));
    assertTimeoutPreemptively(
        Duration.ofSeconds(60), () -> assertTrue(worst.match("ab".repeat(2_048) + "!").isEmpty()));
  }

  @Test
  void random_templates_give_the_values_a_reluctant_regular_expression_finds() {
    Random random = new Random(6_570);
    for (int round = 0; round < 20_000; round++) {
      StringBuilder text = new StringBuilder();
      StringBuilder expression = new StringBuilder();
      int parts = 1 + random.nextInt(4);
      for (int part = 0; part < parts; part++) {
        String name = "v" + part;
        switch (random.nextInt(5)) {
          case 0 -> append(text, "{%s}", expression, "(?<%s>[^/?#]+?)", name);
          case 1 -> append(text, "{+%s}", expression, "(?<%s>.+?)", name);
          case 2 -> append(text, "{/%s}", expression, "(?:/(?<%s>[^/?#]*?))?", name);
          case 3 -> append(text, "{#%s}", expression, "(?:#(?<%s>.*?))?", name);
          default -> {
            String literal = word(random, "ab/.");
            append(text, literal, expression, Pattern.quote(literal));
          }
        }
      }
      String uri = word(random, "ab/#.");
      Matcher matcher = Pattern.compile(expression.toString(), Pattern.DOTALL).matcher(uri);
      Optional<Map<String, String>> expected = Optional.empty();
      if (matcher.matches()) {
        Map<String, String> values = new TreeMap<>();
        for (String name : template(text.toString()).variables()) {
          if (matcher.group(name) != null) {
            values.put(name, matcher.group(name));
          }
        }
        expected = Optional.of(values);
      }
      UriTemplate template = template(text.toString());
      assertEquals(expected, template.match(uri), () -> text + " and " + uri);
      assertEquals(expected.isPresent(), template.matches(uri), () -> text + " and " + uri);
    }
  }

  private static void append(
      StringBuilder text, String part, StringBuilder expression, String group, String name) {
    append(text, part.formatted(name), expression, group.formatted(name));
  }

  private static void append(
      StringBuilder text, String part, StringBuilder expression, String partExpression) {
    text.append(part);
    expression.append(partExpression);
  }

  private static String word(Random random, String letters) {
    StringBuilder word = new StringBuilder();
    for (int n = 1 + random.nextInt(8); n > 0; n--) {
      word.append(letters.charAt(random.nextInt(letters.length())));
    }
    return word.toString();
  }

  @Test
  void a_name_may_be_as_long_as_a_template_on_a_thread_with_a_small_stack() throws Exception {
    FutureTask<UriTemplate> parsing =
        new FutureTask<>(() -> template("x://{" + "a".repeat(1_900) + "}"));
    new Thread(null, parsing, "small", 256 * 1024).start();
    assertEquals(List.of("a".repeat(1_900)), parsing.get().variables());
  }
}
