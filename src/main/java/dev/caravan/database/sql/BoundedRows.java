package dev.caravan.database.sql;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.database.sql.SqlRules.Reader;
import dev.caravan.json.BoundedJson.ReadLimit;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.List;
import org.apache.camel.component.sql.RowMapperFactory;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.support.JdbcUtils;

/**
 * Makes the rows that camel-sql reads, up to a limit of bytes. Further rows are null, and their values are not fetched. Throws
 * {@link LargeRowException} for a single row that is larger than the limit.
 */
record BoundedRows(SqlRules rules, long bytes) implements RowMapperFactory {

    /** Makes the mapper of one statement. */
    @Override
    public RowMapper<SqlRow> newColumnRowMapper() {
        ReadLimit limit = new ReadLimit(bytes);
        return new RowMapper<SqlRow>() {
            private String[] names;
            private Reader[] readers;

            @Override
            public SqlRow mapRow(ResultSet rows, int number) throws SQLException {
                if (!limit.isOpen()) {
                    return null;
                }
                ReadLimit ofRow = new ReadLimit(bytes);
                if (names == null) {
                    begin(rows.getMetaData());
                }
                JsonNode[] values = new JsonNode[names.length];
                for (int i = 0; i < names.length; i++) {
                    values[i] = readers[i].read(rows, i + 1);
                    ofRow.add(values[i]);
                    if (!ofRow.isOpen()) {
                        throw new LargeRowException();
                    }
                }
                limit.add(ofRow);
                return new SqlRow(names, values);
            }

            private void begin(ResultSetMetaData columns) throws SQLException {
                names = new String[columns.getColumnCount()];
                readers = new Reader[names.length];
                for (int i = 0; i < names.length; i++) {
                    names[i] = JdbcUtils.lookupColumnName(columns, i + 1);
                    readers[i] = rules.reader(columns, i + 1);
                }
            }
        };
    }

    @Override
    public RowMapper<?> newBeanRowMapper(Class<?> type) {
        throw new UnsupportedOperationException("Rows are no beans");
    }

    /** Says that one row has more bytes than a call may read. */
    static final class LargeRowException extends SQLException {

        private static final long serialVersionUID = 1;

        LargeRowException() {
            super("One row is larger than max-read");
        }
    }

    /** Returns the rows up to the limit of bytes. */
    static List<SqlRow> read(List<SqlRow> rows) {
        int read = rows.size();
        while (read > 0 && rows.get(read - 1) == null) {
            read--;
        }
        return rows.subList(0, read);
    }

    /** A row: the names of its columns, which all rows of a result share, and its values as JSON. */
    record SqlRow(String[] names, JsonNode[] values) {

        /** Returns the values by name. Of several columns with one name, the first one counts. */
        ObjectNode object() {
            ObjectNode object = JsonNodeFactory.instance.objectNode();
            for (int i = 0; i < names.length; i++) {
                if (!object.has(names[i])) {
                    object.set(names[i], values[i]);
                }
            }
            return object;
        }
    }
}
