package dev.caravan.database.sql;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.database.DatabaseValues;
import dev.caravan.database.ReadLimit;
import dev.caravan.database.sql.BoundedRows.SqlRow;
import dev.caravan.database.sql.BoundedRows.SqlTimes;
import dev.caravan.json.JsonMappers;
import java.sql.Array;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.postgresql.util.PGobject;

/** Converts rows into JSON by the Java class of each value. It serves statements whose columns are not in the catalogue. */
final class SqlValues {

    private static final ObjectMapper JSON = JsonMappers.normal();

    private SqlValues() {
    }

    /**
     * Returns {@code {data, count}}, with {@code truncated} if rows were left out.
     *
     * @param mostRows maximum number of rows in the answer of this statement
     * @param limit    read limit of all statements of the call together
     */
    static Map<String, Object> result(List<?> rows, int mostRows, ReadLimit limit) {
        List<Map<String, Object>> data = new ArrayList<>();
        List<?> read = BoundedRows.read(rows);
        for (Object row : read.subList(0, Math.min(read.size(), mostRows))) {
            if (!limit.isOpen()) {
                break;
            }
            Map<String, Object> view = ((SqlRow) row).map();
            limit.add(view);
            view.replaceAll((name, value) -> plain(value));
            data.add(view);
        }
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("data", data);
        result.put("count", data.size());
        if (rows.size() > data.size()) {
            result.put("truncated", true);
        }
        return result;
    }

    private static Object plain(Object value) {
        if (value instanceof byte[] bytes) {
            return Base64.getEncoder().encodeToString(bytes);
        }
        if (value instanceof Array array) {
            return list(array);
        }
        if (value instanceof Double || value instanceof Float) {
            return Double.isFinite(((Number) value).doubleValue()) ? DatabaseValues.floating((Number) value) : value.toString();
        }
        if (value instanceof PGobject object && object.getType().startsWith("json")) {
            try {
                return JSON.readTree(object.getValue());
            } catch (JsonProcessingException e) {
                return object.getValue();
            }
        }
        return value == null || value instanceof Number || value instanceof Boolean || value instanceof String ? value : value.toString();
    }

    private static List<Object> list(Array array) {
        try {
            return list((Object[]) array.getArray(), array.getBaseTypeName());
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the items, which may be null. An inner array becomes a list too. */
    private static List<Object> list(Object[] items, String type) {
        List<Object> list = new ArrayList<>();
        for (Object item : items) {
            list.add(item instanceof Object[] inner ? list(inner, type) : item instanceof Timestamp time ? time(time, type) : plain(item));
        }
        return list;
    }

    /** Returns a time of an array, which the driver has read in the zone of this machine. */
    private static String time(Timestamp time, String type) {
        return SqlTimes.text(SqlTimes.isLocal(type) ? time.toLocalDateTime().toInstant(ZoneOffset.UTC) : time.toInstant(), type);
    }
}
