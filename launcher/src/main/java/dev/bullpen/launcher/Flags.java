package dev.bullpen.launcher;

import dev.bullpen.project.metadata.Suggestion;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import java.util.Optional;

/** The value of each setting: from the command line, else from the environment. */
final class Flags {
  private final Map<Setting, Given> given = new EnumMap<>(Setting.class);

  private Flags() {}

  /** Reads the settings. If a flag is given twice, the last value counts; lists are joined. */
  static Flags read(List<String> arguments, Map<String, String> environment) throws UsageException {
    Flags flags = new Flags();
    for (Setting setting : Setting.values()) {
      flags.readTwins(setting, environment);
    }
    ListIterator<String> words = arguments.listIterator();
    while (words.hasNext()) {
      flags.readFlag(words.next(), words);
    }
    return flags;
  }

  Optional<Given> of(Setting setting) {
    return Optional.ofNullable(given.get(setting));
  }

  interface Reading<T> {
    T of(Given given) throws UsageException;
  }

  <T> T read(Setting setting, T standard, Reading<T> reading) throws UsageException {
    Given value = given.get(setting);
    return value == null ? standard : reading.of(value);
  }

  int number(Setting setting) throws UsageException {
    return read(
        setting,
        setting.standard,
        value -> value.wholeNumber(setting.least, setting.most, setting.standard));
  }

  Duration seconds(Setting setting) throws UsageException {
    return read(
        setting, Duration.ofSeconds(setting.standard), value -> value.seconds(setting.most));
  }

  /** The constant that the word names; the first word is the default. */
  <E extends Enum<E>> E constant(Setting setting, Class<E> type) throws UsageException {
    Choice choice = setting.choice.orElseThrow();
    Given standard = new Given(setting.flag(), choice.words().get(0));
    return of(setting).orElse(standard).oneOf(choice, type);
  }

  private void readTwins(Setting setting, Map<String, String> environment) {
    setting.twins.stream()
        .filter(twin -> !environment.getOrDefault(twin, "").isEmpty())
        .findFirst()
        .ifPresent(twin -> given.put(setting, new Given(twin, environment.getOrDefault(twin, ""))));
  }

  private void readFlag(String word, ListIterator<String> rest) throws UsageException {
    int equals = word.indexOf('=');
    String flag = equals < 0 ? word : word.substring(0, equals);
    Setting setting = Setting.ofFlag(flag).orElseThrow(() -> new UsageException(unknown(flag)));
    if (equals < 0 && setting.isSwitch()) {
      given.put(setting, new Given(flag, Given.ON));
      return;
    }
    if (equals < 0 && !rest.hasNext()) {
      throw new UsageException("%s needs a value: %s %s.".formatted(flag, flag, setting.label));
    }
    Given value = new Given(flag, equals < 0 ? rest.next() : word.substring(equals + 1));
    Optional<Given> before = of(setting).filter(Given::isOfFlag);
    given.put(setting, setting.isList() && before.isPresent() ? before.get().and(value) : value);
  }

  private String unknown(String word) {
    if (word.startsWith("-")) {
      return "there is no setting %s.%s launcher --help lists all there are."
          .formatted(word, Suggestion.question(word, Setting.flags()));
    }
    if (given.containsKey(Setting.ALLOW) && given.get(Setting.ALLOW).isOfFlag()) {
      return "unexpected argument \"%s\". Write '*' in quotes, --allow '*', or the shell puts the names of files in its place; between names write commas."
          .formatted(word);
    }
    return "unexpected argument \"%s\".%s A command comes first, before its options: launcher %s [OPTION]...; launcher --help lists both."
        .formatted(word, ProjectFolder.question(word), word);
  }
}
