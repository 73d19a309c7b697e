import dev.bullpen.api.ResourceContents;
import dev.bullpen.api.ResourceException;
import dev.bullpen.api.ResourceReader;
import dev.bullpen.api.ResourceRequest;
import java.time.DateTimeException;
import java.time.Month;
import java.time.Year;
import java.time.YearMonth;
import java.util.Locale;

/** Reads the resources of the template "month", which its metadata describes. */
class MonthReader implements ResourceReader {
  @Override
  public ResourceContents read(ResourceRequest request) throws ResourceException {
    YearMonth month = month(request.variable("year"), request.variable("month"));
    StringBuilder text = new StringBuilder();
    for (int day = 1; day <= month.lengthOfMonth(); day++) {
      text.append(month.atDay(day))
          .append(' ')
          .append(month.atDay(day).getDayOfWeek())
          .append('\n');
    }
    return ResourceContents.text(text.toString());
  }

  private static YearMonth month(String year, String month) throws ResourceException {
    try {
      return Year.parse(year).atMonth(Month.valueOf(month.toUpperCase(Locale.ROOT)));
    } catch (DateTimeException | IllegalArgumentException e) {
      throw ResourceException.notFound("there is no month " + month + " of a year " + year);
    }
  }
}
