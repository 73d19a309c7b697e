import java.util.StringJoiner;

/** Prints an array of strings: all that a completion needs to do. */
class Haiku {
  public static void main(String[] args) {
    String typed = System.getenv().getOrDefault("MCP_COMPLETION_QUERY", "");
    StringJoiner array = new StringJoiner(",", "[", "]");
    for (String season : new String[] {"spring", "summer", "autumn", "winter"}) {
      if (season.startsWith(typed)) {
        array.add('"' + season + '"');
      }
    }
    System.out.println(array);
  }
}
