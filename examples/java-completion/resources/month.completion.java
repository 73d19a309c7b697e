import dev.bullpen.api.CompletionProvider;
import dev.bullpen.api.CompletionRequest;
import dev.bullpen.api.Suggestions;
import java.time.Month;
import java.time.Year;
import java.time.format.TextStyle;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Lies beside the template "month" and completes its variables. */
class MonthCompletion implements CompletionProvider {
  private static final int YEARS = 10;

  @Override
  public Suggestions complete(CompletionRequest request) {
    List<String> all = request.argument().equals("year") ? years() : months();
    return Suggestions.page(
        all.stream().filter(one -> one.startsWith(request.value())).toList(), request);
  }

  private static List<String> years() {
    List<String> years = new ArrayList<>();
    int now = Year.now().getValue();
    for (int i = 0; i < YEARS; i++) {
      years.add(String.valueOf(now - i));
    }
    return years;
  }

  private static List<String> months() {
    List<String> months = new ArrayList<>();
    for (Month month : Month.values()) {
      months.add(month.getDisplayName(TextStyle.FULL, Locale.ENGLISH).toLowerCase(Locale.ROOT));
    }
    return months;
  }
}
