package dev.caravan.chart;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The kind of horizontal axis that the values of a field need, in ECharts' words. */
enum AxisKind {

    CATEGORY, VALUE, TIME;

    /**
     * Returns VALUE if all values are numbers, TIME if all are dates, otherwise CATEGORY, also if there are none. Missing values do not
     * count. Numbers that are all dates, such as {@code 20240305}, are dates. Warns if some values are dates and others are not.
     */
    static AxisKind of(List<Map<String, Object>> rows, String field, Corrections corrections) {
        List<Object> values = rows.stream().map(row -> row.get(field)).filter(value -> !NumberCoercion.isMissing(value)).toList();
        List<Object> others = values.stream().filter(value -> Moment.of(value).isEmpty()).toList();
        if (!values.isEmpty() && others.isEmpty()) {
            return TIME;
        }
        if (!values.isEmpty() && values.stream().allMatch(NumberCoercion::isNumber)) {
            return VALUE;
        }
        if (others.size() < values.size()) {
            others.forEach(other -> corrections.count("chart.notDate", rows.size(), field, other));
        }
        return CATEGORY;
    }

    /** Returns the time of each row, null if missing. If one has a zone, all get one. Only for fields of kind {@link #TIME}. */
    static Moment[] moments(List<Map<String, Object>> rows, String field, Corrections corrections) {
        Moment[] moments = new Moment[rows.size()];
        boolean zoned = false;
        boolean local = false;
        for (int i = 0; i < moments.length; i++) {
            Optional<Moment> moment = Moment.of(rows.get(i).get(field));
            moments[i] = moment.orElse(null);
            zoned |= moment.isPresent() && moment.get().zoned();
            local |= moment.isPresent() && !moment.get().zoned();
        }
        if (zoned && local) {
            corrections.say("chart.zone", field, "");
            for (int i = 0; i < moments.length; i++) {
                moments[i] = moments[i] == null ? null : moments[i].inUtc();
            }
        }
        return moments;
    }

    /**
     * A point on a time axis: a year, a month, and perhaps a day and a time, in this order, as in ISO 8601 and RFC 3339. Slashes may stand
     * for hyphens, and month and day may have one digit. Eight digits are a date too, as text or as a number.
     *
     * @param utc   for the order; a time without a zone stays as it is
     * @param zoned whether the text has a zone
     * @param text  as ECharts reads it; zoned times are in UTC, since ECharts ignores the minutes of a zone
     */
    record Moment(LocalDateTime utc, boolean zoned, String text) {

        private static final Pattern DATE = Pattern.compile("(\\d{4})(?:(\\d{2})(\\d{2})|([-/])(\\d{1,2})(?:\\4(\\d{1,2}))?)"
                + "(?:[Tt ](\\d{2}):?(\\d{2})(?::?(\\d{2})(?:[.,](\\d{1,9}))?)?(?: ?([Zz]|[+-]\\d{2}(?::?\\d{2})?))?)?");
        /** JavaScript reads years below 100 as 19xx. */
        private static final int FIRST_YEAR = 1000;
        private static final int LAST_YEAR = 9998;
        private static final int LONGEST = 40;

        /** Returns empty if the value is neither text nor a whole number, or not an existing date. */
        static Optional<Moment> of(Object value) {
            boolean isDigits = value instanceof Integer || value instanceof Long;
            if (!isDigits && !(value instanceof String text && text.length() <= LONGEST)) {
                return Optional.empty();
            }
            Matcher given = DATE.matcher(value.toString().strip());
            if (!given.matches()) {
                return Optional.empty();
            }
            String day = given.group(2) == null ? given.group(6) : given.group(3);
            if (day == null && given.group(7) != null) {
                return Optional.empty(); // a month has no hours
            }
            try {
                LocalDate date = LocalDate.of(Integer.parseInt(given.group(1)),
                        Integer.parseInt(given.group(2) == null ? given.group(5) : given.group(2)),
                        day == null ? 1 : Integer.parseInt(day));
                return date.getYear() < FIRST_YEAR || date.getYear() > LAST_YEAR ? Optional.empty()
                        : Optional.of(of(date.atTime(time(given)), given.group(11)));
            } catch (DateTimeException noSuchDate) {
                return Optional.empty();
            }
        }

        private static LocalTime time(Matcher given) {
            return given.group(7) == null ? LocalTime.MIDNIGHT : LocalTime.of(Integer.parseInt(given.group(7)),
                    Integer.parseInt(given.group(8)), given.group(9) == null ? 0 : Integer.parseInt(given.group(9)),
                    given.group(10) == null ? 0 : Integer.parseInt((given.group(10) + "00000000").substring(0, 9)));
        }

        /** @param zone null for none. Equal moments have the same text, so that they share one place on the axis */
        private static Moment of(LocalDateTime local, String zone) {
            if (zone == null) {
                boolean isDay = local.toLocalTime().equals(LocalTime.MIDNIGHT);
                return new Moment(local, false, isDay ? local.toLocalDate().toString() : local.toString());
            }
            Instant instant = local.toInstant(ZoneOffset.of(zone.toUpperCase(Locale.ROOT)));
            return new Moment(LocalDateTime.ofInstant(instant, ZoneOffset.UTC), true, instant.toString());
        }

        /** Returns a time without a zone as a time in UTC. */
        Moment inUtc() {
            return zoned ? this : new Moment(utc, true, utc.toInstant(ZoneOffset.UTC).toString());
        }
    }
}
