package dev.caravan.database.sql;

import dev.caravan.database.ReadLimit;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TimeZone;
import org.apache.camel.component.sql.RowMapperFactory;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.support.JdbcUtils;

/**
 * Makes the rows that camel-sql reads, up to a limit of bytes. Further rows are null, and their values are not fetched. Throws
 * {@link LargeRowException} for a single row that is larger than the limit.
 */
final class BoundedRows implements RowMapperFactory {

    private final long bytes;

    BoundedRows(long bytes) {
        this.bytes = bytes;
    }

    /** Makes the mapper of one statement. */
    @Override
    public RowMapper<?> newColumnRowMapper() {
        ReadLimit limit = new ReadLimit(bytes);
        return new RowMapper<SqlRow>() {
            private String[] names;

            @Override
            public SqlRow mapRow(ResultSet rows, int number) throws SQLException {
                if (!limit.isOpen()) {
                    return null;
                }
                ReadLimit ofRow = new ReadLimit(bytes);
                if (names == null) {
                    names = names(rows.getMetaData());
                }
                Object[] values = new Object[names.length];
                for (int i = 0; i < names.length; i++) {
                    values[i] = value(rows, i + 1);
                    limit.add(values[i]);
                    ofRow.add(values[i]);
                    if (!ofRow.isOpen()) {
                        throw new LargeRowException();
                    }
                }
                return new SqlRow(names, values);
            }
        };
    }

    /**
     * Returns the value. Times become text here, because only the driver can read them in UTC. In the zone of this machine, some hours
     * don't exist.
     */
    private static Object value(ResultSet rows, int place) throws SQLException {
        Object value = JdbcUtils.getResultSetValue(rows, place);
        return value instanceof Timestamp
                ? SqlTimes.text(rows.getTimestamp(place, Calendar.getInstance(TimeZone.getTimeZone("UTC"))).toInstant(),
                rows.getMetaData().getColumnTypeName(place)) : value;
    }

    private static String[] names(ResultSetMetaData columns) throws SQLException {
        String[] names = new String[columns.getColumnCount()];
        for (int i = 0; i < names.length; i++) {
            names[i] = JdbcUtils.lookupColumnName(columns, i + 1);
        }
        return names;
    }

    @Override
    public RowMapper<?> newBeanRowMapper(Class<?> type) {
        throw new UnsupportedOperationException("Rows are no beans");
    }

    /** Thrown for a single row that is larger than one call may read. */
    static final class LargeRowException extends SQLException {

        private static final long serialVersionUID = 1;

        LargeRowException() {
            super("One row is larger than max-read");
        }
    }

    /** Returns the rows without the nulls at the end. */
    static <T> List<T> read(List<T> rows) {
        int end = rows.size();
        while (end > 0 && rows.get(end - 1) == null) {
            end--;
        }
        return end == rows.size() ? rows : new ArrayList<>(rows.subList(0, end));
    }

    /**
     * One row as the driver returned it.
     *
     * @param names  names of the columns; all rows of a statement share this array
     * @param values values in the order of the columns; a value may be null
     */
    record SqlRow(String[] names, Object[] values) {

        /** Returns the values by the name of their column. If two columns have the same name, the first one counts. */
        Map<String, Object> map() {
            Map<String, Object> map = new LinkedHashMap<>();
            for (int i = 0; i < names.length; i++) {
                if (!map.containsKey(names[i])) {
                    map.put(names[i], values[i]); // unlike putIfAbsent, keeps a null of the first one
                }
            }
            return map;
        }
    }

    /** Writes times of rows whose columns are not in the catalogue, as db_query shows them: without a zone if their type has none. */
    static final class SqlTimes {

        /** PostgreSQL's type and MySQL's type without a zone. MySQL's TIMESTAMP, in upper case, is an instant. */
        private static final Set<String> LOCAL = Set.of("timestamp", "DATETIME");

        private SqlTimes() {
        }

        /**
         * Returns the text of a time.
         *
         * @param utc  the time, or for a type without a zone what its date and hour are in UTC
         * @param type name of the type, in the database's own words
         */
        static String text(Instant utc, String type) {
            return isLocal(type) ? DateTimeFormatter.ISO_LOCAL_DATE_TIME.format(utc.atOffset(ZoneOffset.UTC)) : utc.toString();
        }

        static boolean isLocal(String type) {
            return LOCAL.contains(type);
        }
    }
}
