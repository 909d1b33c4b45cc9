package dev.caravan.web;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.time.temporal.TemporalAmount;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads lists of results with any member names: first SearXNG's names, then those of other services. */
final class FoundItems {

    /** A page of a search has far fewer. */
    private static final int MOST_RESULTS = 500;
    private static final int LONGEST_TITLE = 300;
    private static final int LONGEST_SNIPPET = 1_000;
    private static final int LONGEST_URL = 2_000;
    private static final int LONGEST_ENGINE = 60;

    private FoundItems() {
    }

    /** Reads the items that are objects with an address, and leaves out the others, and those after the first 500. */
    static List<Search.Item> read(JsonNode results, String source) {
        Instant now = Instant.now();
        List<Search.Item> items = new ArrayList<>();
        for (JsonNode result : results) {
            if (items.size() == MOST_RESULTS) {
                break;
            }
            String url = url(first(result, "url", "link", "href"));
            if (url.isEmpty()) {
                continue;
            }
            String title = PlainText.of(first(result, "title", "name").asText(""), LONGEST_TITLE);
            String snippet = PlainText.of(first(result, "content", "snippet", "description", "summary").asText(""), LONGEST_SNIPPET);
            JsonNode date = first(result, "publishedDate", "publishedAt", "published_date", "published", "pubdate", "date", "age");
            items.add(new Search.Item(title.isEmpty() ? url : title, url, snippet, source, engines(result),
                    PublishedDate.of(date, now).orElse(null)));
        }
        return items;
    }

    /** Returns the http or https address that a member has; otherwise empty text. */
    static String url(JsonNode written) {
        String url = written.asText("").strip();
        return url.length() > LONGEST_URL || Search.PageKey.of(url).isEmpty() ? "" : url;
    }

    static Set<String> engines(JsonNode result) {
        Set<String> engines = new LinkedHashSet<>();
        result.path("engines").forEach(engine -> engines.add(PlainText.of(engine.asText(""), LONGEST_ENGINE)));
        if (engines.isEmpty()) {
            engines.add(PlainText.of(result.path("engine").asText(""), LONGEST_ENGINE));
        }
        engines.remove("");
        return engines;
    }

    private static JsonNode first(JsonNode result, String... names) {
        for (String name : names) {
            JsonNode value = result.get(name);
            if (value != null && value.isValueNode() && !value.isNull()) {
                return value;
            }
        }
        return MissingNode.getInstance();
    }

    /**
     * Reads the date of publication in many forms: ISO 8601 with or without time and zone, RFC 1123, {@code Jan 5, 2026}, {@code 5 January
     * 2026}, {@code 2026年1月5日}, seconds or milliseconds since 1970, {@code 3 days ago}, {@code 3天前}. Without a zone it is UTC.
     */
    static final class PublishedDate {

        private static final Instant FIRST = Instant.parse("1970-01-02T00:00:00Z");
        private static final Instant LAST = Instant.parse("2200-01-01T00:00:00Z");
        private static final long MILLIS_FROM = 100_000_000_000L;

        private static final DateTimeFormatter ISO = new DateTimeFormatterBuilder().parseCaseInsensitive()
                .append(DateTimeFormatter.ISO_LOCAL_DATE)
                .optionalStart()
                .optionalStart().appendLiteral('T').optionalEnd()
                .optionalStart().appendLiteral(' ').optionalEnd()
                .appendPattern("HH:mm").optionalStart().appendPattern(":ss").optionalEnd()
                .optionalStart().appendFraction(ChronoField.NANO_OF_SECOND, 1, 9, true).optionalEnd()
                .optionalStart().appendLiteral(' ').optionalEnd()
                .optionalStart().appendOffset("+HH:MM", "Z").optionalEnd()
                .optionalStart().appendOffset("+HHMM", "Z").optionalEnd()
                .optionalEnd()
                .toFormatter(Locale.ENGLISH).withResolverStyle(ResolverStyle.STRICT);

        private static final List<DateTimeFormatter> OTHERS = List.of(
                DateTimeFormatter.RFC_1123_DATE_TIME,
                english("MMM d, uuuu"), english("MMMM d, uuuu"), english("d MMM uuuu"), english("d MMMM uuuu"),
                english("uuuu/M/d"), english("uuuu.M.d"), english("uuuu-M-d"), english("uuuu年M月d日"));

        private static final Pattern AGO = Pattern.compile(
                "(\\d{1,4})\\s*(?:(minute|hour|day|week|month|year)s?\\s+ago|(分钟|小时|天|周|个月|年)前)");
        private static final Map<String, TemporalAmount> UNITS = Map.ofEntries(
                Map.entry("minute", Duration.ofMinutes(1)), Map.entry("hour", Duration.ofHours(1)), Map.entry("day", Period.ofDays(1)),
                Map.entry("week", Period.ofWeeks(1)), Map.entry("month", Period.ofMonths(1)), Map.entry("year", Period.ofYears(1)),
                Map.entry("分钟", Duration.ofMinutes(1)), Map.entry("小时", Duration.ofHours(1)), Map.entry("天", Period.ofDays(1)),
                Map.entry("周", Period.ofWeeks(1)), Map.entry("个月", Period.ofMonths(1)), Map.entry("年", Period.ofYears(1)));

        private PublishedDate() {
        }

        /** Returns empty if there is no date, or it can't be read. */
        static Optional<Instant> of(JsonNode written, Instant now) {
            if (written == null || written.isNull() || written.isMissingNode()) {
                return Optional.empty();
            }
            Instant read = written.isNumber() ? ofNumber(written.doubleValue()) : ofText(written.asText().strip(), now);
            return Optional.ofNullable(read).filter(instant -> instant.isAfter(FIRST) && instant.isBefore(LAST));
        }

        private static Instant ofNumber(double number) {
            double millis = Math.abs(number) < MILLIS_FROM ? number * 1_000 : number;
            return Math.abs(millis) < 1e16 ? Instant.ofEpochMilli((long) millis) : null;
        }

        private static Instant ofText(String text, Instant now) {
            if (text.isEmpty() || text.length() > 64) {
                return null;
            }
            if (text.matches("\\d{9,13}")) {
                return ofNumber(Double.parseDouble(text));
            }
            try {
                return instant(ISO.parseBest(text, OffsetDateTime::from, LocalDateTime::from, LocalDate::from));
            } catch (DateTimeException notIso) {
                // tries the other forms
            }
            for (DateTimeFormatter form : OTHERS) {
                try {
                    return instant(form.parseBest(text, OffsetDateTime::from, LocalDateTime::from, LocalDate::from));
                } catch (DateTimeException notThis) {
                    // tries the next form
                }
            }
            return ago(text, now);
        }

        private static Instant ago(String text, Instant now) {
            Matcher ago = AGO.matcher(text.toLowerCase(Locale.ROOT));
            if (!ago.matches()) {
                return null;
            }
            TemporalAmount unit = UNITS.get(ago.group(2) == null ? ago.group(3) : ago.group(2));
            OffsetDateTime then = now.atOffset(ZoneOffset.UTC);
            int count = Integer.parseInt(ago.group(1));
            TemporalAmount amount = unit instanceof Period period ? period.multipliedBy(count) : ((Duration) unit).multipliedBy(count);
            return then.minus(amount).toInstant();
        }

        private static Instant instant(TemporalAccessor parsed) {
            if (parsed instanceof OffsetDateTime time) {
                return time.toInstant();
            }
            return parsed instanceof LocalDateTime time ? time.toInstant(ZoneOffset.UTC)
                    : ((LocalDate) parsed).atStartOfDay().toInstant(ZoneOffset.UTC);
        }

        private static DateTimeFormatter english(String pattern) {
            return new DateTimeFormatterBuilder().parseCaseInsensitive().appendPattern(pattern).toFormatter(Locale.ENGLISH)
                    .withResolverStyle(ResolverStyle.STRICT);
        }
    }
}
