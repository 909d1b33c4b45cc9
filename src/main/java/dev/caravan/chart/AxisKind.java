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
     * count.
     */
    static AxisKind of(List<Map<String, Object>> rows, String field) {
        AxisKind kind = null;
        for (Map<String, Object> row : rows) {
            Object value = row.get(field);
            if (!NumberCoercion.isMissing(value)) {
                kind = kind == null ? first(value) : kind;
                if (kind == CATEGORY || kind == VALUE && !NumberCoercion.isNumber(value) || kind == TIME && Moment.of(value).isEmpty()) {
                    return CATEGORY;
                }
            }
        }
        return kind == null ? CATEGORY : kind;
    }

    private static AxisKind first(Object value) {
        return NumberCoercion.isNumber(value) ? VALUE : Moment.of(value).isPresent() ? TIME : CATEGORY;
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
     * A point on a time axis: a date, or a date with a time, in ISO 8601 or RFC 3339.
     *
     * @param utc   for the order; a time without a zone stays as it is
     * @param zoned whether the text has a zone
     * @param text  as ECharts reads it; zoned times are in UTC, since ECharts ignores the minutes of a zone
     */
    record Moment(LocalDateTime utc, boolean zoned, String text) {

        private static final Pattern ISO = Pattern.compile(
                "(\\d{4}-\\d{2}-\\d{2})(?:[Tt ](\\d{2}:\\d{2}(?::\\d{2}(?:\\.\\d{1,9})?)?)(Z|z|[+-]\\d{2}:?\\d{2})?)?");
        /** JavaScript reads years below 100 as 19xx. */
        private static final int FIRST_YEAR = 1000;
        private static final int LAST_YEAR = 9998;

        /** Returns empty if the value is not text, or not an existing date. */
        static Optional<Moment> of(Object value) {
            if (!(value instanceof String given) || given.length() < 10 || given.length() > 40) {
                return Optional.empty();
            }
            Matcher matcher = ISO.matcher(given.strip());
            if (!matcher.matches()) {
                return Optional.empty();
            }
            try {
                LocalDate date = LocalDate.parse(matcher.group(1));
                if (date.getYear() < FIRST_YEAR || date.getYear() > LAST_YEAR) {
                    return Optional.empty();
                }
                if (matcher.group(2) == null) {
                    return Optional.of(new Moment(date.atStartOfDay(), false, matcher.group(1)));
                }
                LocalDateTime local = date.atTime(LocalTime.parse(matcher.group(2)));
                if (matcher.group(3) == null) {
                    return Optional.of(new Moment(local, false, matcher.group(1) + "T" + matcher.group(2)));
                }
                Instant instant = local.toInstant(ZoneOffset.of(matcher.group(3).toUpperCase(Locale.ROOT)));
                return Optional.of(new Moment(LocalDateTime.ofInstant(instant, ZoneOffset.UTC), true, instant.toString()));
            } catch (DateTimeException noSuchDate) {
                return Optional.empty();
            }
        }

        /** Returns a time without a zone as a time in UTC. */
        Moment inUtc() {
            return zoned ? this : new Moment(utc, true, utc.toInstant(ZoneOffset.UTC).toString());
        }
    }
}
