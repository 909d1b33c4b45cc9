package dev.caravan.database;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.util.Optional;

/** Reads and writes times of callers for databases without a type for times. A time is RFC 3339, or has no zone. */
public final class CallerTimes {

    private static final DateTimeFormatter READ = new DateTimeFormatterBuilder()
            .append(DateTimeFormatter.ISO_LOCAL_DATE)
            .optionalStart()
            .optionalStart().appendLiteral('T').optionalEnd().optionalStart().appendLiteral(' ').optionalEnd()
            .append(DateTimeFormatter.ISO_LOCAL_TIME)
            .optionalStart().appendOffsetId().optionalEnd()
            .optionalEnd()
            .toFormatter();
    private static final DateTimeFormatter WRITTEN = new DateTimeFormatterBuilder().appendPattern("uuuu-MM-dd HH:mm:ss")
            .optionalStart().appendFraction(ChronoField.NANO_OF_SECOND, 0, 6, true).optionalEnd().toFormatter();

    private CallerTimes() {
    }

    /** Returns the time, in UTC if the text has a zone. Returns empty if the text is not a time. */
    public static Optional<LocalDateTime> read(String text) {
        try {
            TemporalAccessor read = READ.parseBest(text, OffsetDateTime::from, LocalDateTime::from, LocalDate::from);
            if (read instanceof OffsetDateTime zoned) {
                return Optional.of(zoned.withOffsetSameInstant(ZoneOffset.UTC).toLocalDateTime());
            }
            return Optional.of(read instanceof LocalDateTime time ? time : ((LocalDate) read).atStartOfDay());
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    /** Returns the time as {@code 2026-01-02 03:04:05.678}. */
    public static String written(LocalDateTime time) {
        return WRITTEN.format(time);
    }
}
