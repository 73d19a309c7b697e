import java.time.Instant;

/** Reads the resource that its metadata describes; the URI is its argument. */
class Now {
  public static void main(String[] args) {
    System.out.println(Instant.now() + " (" + args[0] + ")");
  }
}
