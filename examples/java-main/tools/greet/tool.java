/**
 * Works like a script: arguments come in variables, what is printed is the result, what goes to the
 * error output is logged, and an exception is a failed call.
 */
class Greet {
  public static void main(String[] args) {
    String name = System.getenv().getOrDefault("MCP_ARG_NAME", "World");
    int times = Integer.parseInt(System.getenv().getOrDefault("MCP_ARG_TIMES", "1"));
    for (int i = 0; i < times; i++) {
      System.out.println("Hello, " + name + "!");
    }
    System.err.println("greeted " + times + " times");
  }
}
