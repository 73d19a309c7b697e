import dev.bullpen.api.CompletionProvider;
import dev.bullpen.api.CompletionRequest;
import dev.bullpen.api.Suggestions;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Completes the prompt "meeting", after which the file is named: no registration is needed. */
class Meeting implements CompletionProvider {
  // Made once, and kept for every later call until the file changes or the helper is replaced.
  private static final List<String> ZONES = ZoneId.getAvailableZoneIds().stream().sorted().toList();
  private static final List<String> CURRENCIES =
      Currency.getAvailableCurrencies().stream().map(Currency::getCurrencyCode).sorted().toList();

  private static final Map<String, String> CURRENCY_OF_ZONE =
      Map.of(
          "Europe/London", "GBP",
          "Europe/Berlin", "EUR",
          "America/New_York", "USD",
          "Asia/Tokyo", "JPY");

  @Override
  public Suggestions complete(CompletionRequest request) {
    List<String> fitting =
        switch (request.argument()) {
          case "zone" -> fitting(ZONES, request.value());
          case "currency" -> fitting(currencies(request.context()), request.value());
          default -> List.of();
        };
    // Returns the requested page, and how many values there are.
    return Suggestions.page(fitting, request);
  }

  /** The context has the arguments that were filled in before. */
  private static List<String> currencies(Map<String, String> context) {
    String likely = CURRENCY_OF_ZONE.get(context.getOrDefault("zone", ""));
    if (likely == null) {
      return CURRENCIES;
    }
    List<String> ordered = new ArrayList<>(CURRENCIES);
    ordered.remove(likely);
    ordered.add(0, likely);
    return ordered;
  }

  /** Values that begin with the typed text, then those that have it anywhere. */
  private static List<String> fitting(List<String> all, String typed) {
    String wanted = typed.toLowerCase(Locale.ROOT);
    List<String> first = new ArrayList<>();
    List<String> then = new ArrayList<>();
    for (String one : all) {
      int at = one.toLowerCase(Locale.ROOT).indexOf(wanted);
      if (at == 0) {
        first.add(one);
      } else if (at > 0) {
        then.add(one);
      }
    }
    first.addAll(then);
    return first;
  }
}
