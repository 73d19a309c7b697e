package dev.bullpen.project;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * URIs that name what may not be read, in every known way of writing.
 *
 * @param root the project
 * @param outside a folder that is not in it
 */
record PathAttacks(Path root, Path outside) {
  Set<String> all() {
    Set<String> attacks = new LinkedHashSet<>();
    String resources = "file://" + root + "/resources/";
    for (String relative : relativeAttacks()) {
      attacks.add(resources + relative);
      attacks.add("tmpl://" + relative);
      attacks.add("tmpl:///" + relative);
    }
    for (String path :
        new String[] {
          "/etc/passwd",
          "//etc/passwd",
          "/etc//passwd",
          "/proc/self/environ",
          "/proc/self/mem",
          "/proc/self/root/etc/passwd",
          "/proc/self/cwd/pom.xml",
          "/proc/self/fd/0",
          "/dev/zero",
          "/dev/stdin",
          "/dev/tty",
          "/",
          "",
          "/gone",
          outside + "/secret.txt",
          outside + "/gone",
          root + "/secret.txt",
          root + "/resources-private/secret.txt",
          root + "/resources/../secret.txt",
          "/C:/Windows/win.ini",
          "/c|/a",
          "/etc%2fpasswd",
          "%2fetc%2fpasswd",
          "/%2e%2e/etc/passwd",
          "/" + "a".repeat(300),
          "/" + "a/".repeat(3_000)
        }) {
      for (String start :
          new String[] {
            "file://",
            "FILE://",
            "File://localhost",
            "file://LOCALHOST",
            "file:",
            "file:/",
            "file:///",
            "file:////",
            "file:////server/share",
            "file://server/share",
            "file://server",
            "file://127.0.0.1",
            "file://[::1]",
            "file://user@localhost",
            "file://localhost:80",
            "file://.",
            "file://..",
            "file:\\\\",
            "\\\\server\\share",
            "tmpl://",
            "tmpl:",
            "tmpl:////",
            "tmpl://localhost"
          }) {
        attacks.add(start + path);
      }
    }
    return attacks;
  }

  /** Paths, as a URI has them, relative to the resources folder, none of which may be read. */
  private static List<String> relativeAttacks() {
    List<String> attacks = new ArrayList<>();
    String[] ups = {
      "..",
      "%2e%2e",
      "%2E%2E",
      ".%2e",
      "%2e.",
      "%252e%252e",
      "..;",
      ".. ",
      "..%20",
      "...",
      "..%00",
      "%c0%ae%c0%ae",
      "%e0%80%ae%e0%80%ae",
      "%u002e%u002e",
      "..%5c",
      "\uff0e\uff0e",
      "..%ff",
      "~",
      "././..",
      "sub/../..",
      "sub/%2e%2e/.."
    };
    String[] slashes = {"/", "//", "%2f", "%2F", "%252f", "%5c", "\\", "/./", "%c0%af", "\u2215"};
    String[] targets = {
      "secret.txt", "server.d/secret.txt", "resources-private/secret.txt", "outside/secret.txt"
    };
    for (String up : ups) {
      for (String slash : slashes) {
        for (String target : targets) {
          attacks.add(up + slash + target);
          attacks.add("sub" + slash + up + slash + up + slash + target.replace("/", slash));
        }
      }
    }
    for (int depth = 1; depth <= 20; depth++) {
      attacks.add("../".repeat(depth) + "etc/passwd");
      attacks.add("%2e%2e%2f".repeat(depth) + "etc%2fpasswd");
    }
    for (String name :
        new String[] {
          ".hidden",
          "%2ehidden",
          "./.hidden",
          ".git/config",
          "sub/.env",
          "sub/%2e%65nv",
          "visible",
          "out.txt",
          "out/secret.txt",
          "up/secret.txt",
          "up/resources-private/secret.txt",
          "far",
          "chain",
          "loop",
          "loop/a",
          "loop1",
          "root/etc/passwd",
          "root/proc/self/environ",
          "zero",
          "environ",
          "nowhere",
          "sub",
          "sub/",
          ".",
          "",
          "a.txt.",
          "a.txt%20",
          "a.txt%0a",
          "a.txt%00",
          "a.txt%00.png",
          "a.txt::$DATA",
          "A.TXT",
          "SUB/B.TXT",
          "a.txt\u0000",
          "a.txt\n",
          "a.txt?x",
          "a.txt#x",
          "gone",
          "sub/gone",
          "a%2etxt%2e",
          "%61%2etxt%",
          "fifo"
        }) {
      attacks.add(name);
    }
    return attacks;
  }
}
