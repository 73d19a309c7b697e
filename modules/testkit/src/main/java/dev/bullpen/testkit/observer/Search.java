package dev.bullpen.testkit.observer;

import dev.bullpen.testkit.proc.Proc;
import dev.bullpen.testkit.proc.ProcessTable;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What counts as left behind: running processes whose environment holds one of the tokens, certain
 * processes as long as they run, and zombies below a certain process.
 *
 * @param tokens random texts that a test put into the environment of a job or of a whole server
 * @param members identities of processes that count whatever their environment says
 * @param zombiesBelow pid of the process whose dead descendants count; 0 for none
 */
public record Search(List<String> tokens, List<Member> members, long zombiesBelow) {
  // Short tokens would be found in innocent environments.
  private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9_=.-]{12,}");

  /**
   * One process and no later one with its number.
   *
   * @param pid its number
   * @param start clock ticks between boot and its start
   */
  public record Member(int pid, long start) {}

  /** Checks that tokens are long enough to be unique and fit on a line. */
  public Search {
    tokens = List.copyOf(tokens);
    members = List.copyOf(members);
    for (String token : tokens) {
      if (!TOKEN.matcher(token).matches()) {
        throw new IllegalArgumentException(
            "not a token: '" + token + "'; use 12 or more of A-Za-z0-9_=.-");
      }
    }
  }

  /** Processes with that token, with any parent. */
  public static Search token(String token) {
    return new Search(List.of(token), List.of(), 0);
  }

  /** These processes as well. */
  public Search and(List<Proc> processes) {
    return new Search(
        tokens,
        processes.stream().map(process -> new Member(process.pid(), process.start())).toList(),
        zombiesBelow);
  }

  /** The zombies below that process as well. */
  public Search andZombiesBelow(long pid) {
    return new Search(tokens, members, pid);
  }

  /** All that is there now. */
  List<Proc> find() {
    ProcessTable table = ProcessTable.now();
    List<Proc> found = new ArrayList<>(table.all().stream().filter(this::isLeft).toList());
    if (zombiesBelow > 0) {
      table.below(zombiesBelow).stream().filter(Proc::zombie).forEach(found::add);
    }
    return found;
  }

  private boolean isLeft(Proc process) {
    return process.running() && (isMember(process) || hasToken(process));
  }

  private boolean isMember(Proc process) {
    return members.contains(new Member(process.pid(), process.start()));
  }

  private boolean hasToken(Proc process) {
    if (tokens.isEmpty()) {
      return false;
    }
    String environment = process.environment();
    if (!environment.isEmpty()) {
      return tokens.stream().anyMatch(environment::contains);
    }
    // A helper may hide its environment, and shows its mark as a word of its command line. A
    // program that has the mark only as part of a word is none.
    List<String> words = process.words();
    return tokens.stream().anyMatch(words::contains);
  }

  /** One word, which {@link #parse} reads. */
  String word() {
    return Stream.of(
            String.join(",", tokens),
            members.stream()
                .map(member -> member.pid + ":" + member.start)
                .collect(Collectors.joining(",")),
            Long.toString(zombiesBelow))
        .collect(Collectors.joining("/"));
  }

  static Search parse(String word) {
    String[] parts = word.split("/", -1);
    return new Search(
        list(parts[0]),
        list(parts[1]).stream().map(Search::member).toList(),
        Long.parseLong(parts[2]));
  }

  private static Member member(String text) {
    int colon = text.indexOf(':');
    return new Member(
        Integer.parseInt(text.substring(0, colon)), Long.parseLong(text.substring(colon + 1)));
  }

  private static List<String> list(String text) {
    return text.isEmpty() ? List.of() : List.of(text.split(","));
  }
}
