package dev.caravan.database;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.camel.component.sql.RowMapperFactory;
import org.springframework.jdbc.core.ColumnMapRowMapper;
import org.springframework.jdbc.core.RowMapper;

/** Rows as camel-sql reads them, as maps, up to so many bytes: those beyond are null, and their values are not fetched. */
final class BoundedRows implements RowMapperFactory {

    private final long bytes;

    BoundedRows(long bytes) {
        this.bytes = bytes;
    }

    /** Of one statement. */
    @Override
    public RowMapper<?> newColumnRowMapper() {
        ReadLimit limit = new ReadLimit(bytes);
        return new ColumnMapRowMapper() {
            @Override
            public Map<String, Object> mapRow(ResultSet rows, int number) throws SQLException {
                if (!limit.isOpen()) {
                    return null;
                }
                Map<String, Object> row = super.mapRow(rows, number);
                row.values().forEach(limit::add);
                return row;
            }
        };
    }

    @Override
    public RowMapper<?> newBeanRowMapper(Class<?> type) {
        throw new UnsupportedOperationException("Rows are maps");
    }

    /** Those that were read. */
    static <T> List<T> read(List<T> rows) {
        int end = rows.size();
        while (end > 0 && rows.get(end - 1) == null) {
            end--;
        }
        return end == rows.size() ? rows : new ArrayList<>(rows.subList(0, end));
    }
}
