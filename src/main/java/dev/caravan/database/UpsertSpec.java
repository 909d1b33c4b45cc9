package dev.caravan.database;

import dev.caravan.database.DatabaseFailure.Type;
import dev.caravan.envelope.Text;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.camel.Body;
import org.springframework.stereotype.Component;

/**
 * The rows of an insert with {@code on}. A row that exists with the same values in these columns is changed, as {@code update} says: the
 * columns that it names, none with {@code "nothing"}, and without it all columns of the data that are not in {@code on} and not in the
 * primary key.
 *
 * @param update null for all columns
 * @param key    columns of the primary key
 * @param sorted the rows, sorted by their values in {@code on}, so that calls at the same time lock the same rows in the same order
 */
public record UpsertSpec(List<String> on, Set<String> update, Collection<String> key, List<Row> sorted) {

    private static final String ON = "on";
    private static final String UPDATE = "update";
    private static final String NOTHING = "nothing";

    /**
     * A row of the data.
     *
     * @param number its number in the data, from 1
     * @param same   its values in {@code on}, as text
     */
    record Row(int number, Map<String, Object> values, List<String> same) {
    }

    /** Finds the name of a column as the database writes it. */
    public interface Columns {

        String name(String given) throws Exception;
    }

    /**
     * Reads the arguments of an insert tool.
     *
     * @param key columns of the primary key, as the database writes them
     * @throws DatabaseFailure query_error for a wrong {@code update}, and for a row without a value in {@code on}; integrity_error if two
     * rows have the same values there
     */
    public static UpsertSpec of(Map<String, Object> arguments, Collection<String> key, Columns columns) throws Exception {
        Set<String> on = new TreeSet<>();
        for (Object column : (List<?>) arguments.get(ON)) {
            on.add(columns.name((String) column));
        }
        List<Row> rows = new ArrayList<>();
        Set<String> given = new LinkedHashSet<>();
        for (Object row : DatabaseValues.list(arguments.get("data"))) {
            Map<String, Object> values = new LinkedHashMap<>();
            for (Map.Entry<?, ?> value : ((Map<?, ?>) row).entrySet()) {
                values.put(columns.name((String) value.getKey()), value.getValue());
            }
            rows.add(new Row(rows.size() + 1, values, same(rows.size() + 1, values, on)));
            given.addAll(values.keySet());
        }
        Set<String> update = arguments.get(UPDATE) == null ? null : update(arguments.get(UPDATE), on, given, columns);
        rows.sort(Comparator.comparing(row -> row.same().toArray(String[]::new), Arrays::compare));
        for (int i = 1; i < rows.size(); i++) {
            if (rows.get(i).same().equals(rows.get(i - 1).same())) {
                throw DatabaseFailure.of(Type.INTEGRITY,
                        Text.of("database.upsert.twice", rows.get(i - 1).number(), rows.get(i).number(), String.join(", ", on)));
            }
        }
        return new UpsertSpec(List.copyOf(on), update, key, rows);
    }

    private static List<String> same(int number, Map<String, Object> values, Set<String> on) throws DatabaseFailure {
        List<String> same = new ArrayList<>();
        for (String column : on) {
            Object value = values.get(column);
            if (!Filters.isScalar(value)) {
                throw DatabaseFailure.query("database.upsert.value", number, column);
            }
            same.add(text(value));
        }
        return same;
    }

    private static String text(Object value) {
        return value instanceof Number digits ? DatabaseValues.decimal(digits).stripTrailingZeros().toPlainString() : String.valueOf(value);
    }

    private static Set<String> update(Object asked, Set<String> on, Set<String> given, Columns columns) throws Exception {
        Set<String> update = new LinkedHashSet<>();
        for (Object column : NOTHING.equals(asked) ? List.of() : DatabaseValues.list(asked)) {
            String name = asked instanceof List<?> ? columns.name((String) column) : null;
            if (name == null || on.contains(name) || !given.contains(name)) {
                throw DatabaseFailure.query("database.upsert.update", column);
            }
            update.add(name);
        }
        return update;
    }

    /**
     * @param table      the table, for the message
     * @param uniqueKeys columns of each unique key of the table
     * @throws DatabaseFailure query_error, with the unique keys, if none has just the columns of {@code on}
     */
    public void checkUnique(String table, Collection<List<String>> uniqueKeys) throws DatabaseFailure {
        Set<String> wanted = new TreeSet<>(on);
        if (uniqueKeys.stream().noneMatch(columns -> wanted.equals(new TreeSet<>(columns)))) {
            throw noUniqueKey(table, uniqueKeys);
        }
    }

    /** Returns the failure that says which unique keys a table has. */
    public DatabaseFailure noUniqueKey(String table, Collection<List<String>> uniqueKeys) {
        List<String> there = uniqueKeys.stream().map(columns -> "[" + String.join(", ", columns) + "]").distinct().toList();
        return there.isEmpty() ? DatabaseFailure.query("database.upsert.noKeys", table)
                : DatabaseFailure.query("database.upsert.noKey", table, String.join(", ", on), String.join(", ", there));
    }

    /** Returns the sorted rows, with the names of columns as the database writes them. */
    public List<Map<String, Object>> rows() {
        return sorted.stream().map(Row::values).toList();
    }

    /** Returns the number in the data of one of the {@link #rows}, from 1. */
    public int number(int row) {
        return sorted.get(row).number();
    }

    /**
     * Finds the rows that a database returned by their values in {@code on}, because it returns none of those that it left as they are. A
     * value may come back in another form than it was sent, such as a time in another zone. Its row takes one of the places that are left,
     * in their order.
     *
     * @param returned the returned rows, with the columns of {@code on}
     * @return for each returned row its index in {@link #rows}
     */
    public List<Integer> places(List<? extends Map<String, ?>> returned) {
        Map<List<String>, Integer> left = new LinkedHashMap<>();
        sorted.forEach(row -> left.put(row.same(), left.size()));
        List<Integer> places = new ArrayList<>();
        returned.forEach(row -> places.add(left.remove(on.stream().map(column -> text(row.get(column))).toList())));
        Iterator<Integer> others = left.values().iterator();
        places.replaceAll(place -> place == null ? others.next() : place);
        return places;
    }

    /** Returns the columns of the row that change if it exists; empty if it stays as it is. */
    public List<String> changed(Map<String, Object> row) {
        return row.keySet().stream()
                .filter(column -> update == null ? !on.contains(column) && !key.contains(column) : update.contains(column)).toList();
    }

    /**
     * Shapes the result as {@code {inserted_count, updated_count, skipped_count, inserted_ids}}.
     *
     * @param inserted primary keys of the inserted rows, by the index in {@link #rows}; null if the table has none
     * @param updated  how many rows existed and were set, also to the values that they had
     */
    public Map<String, Object> answer(Map<Integer, Object> inserted, int updated) {
        List<Object> ids = inserted.entrySet().stream().filter(row -> row.getValue() != null)
                .sorted(Comparator.comparing(row -> number(row.getKey()))).map(Map.Entry::getValue).toList();
        return DatabaseValues.object("inserted_count", inserted.size(), "updated_count", updated,
                "skipped_count", sorted.size() - inserted.size() - updated, "inserted_ids", ids);
    }

    /** Checks the arguments of an insert tool. */
    @Component("insertedRows")
    public static class InsertedRows {

        /** @throws DatabaseFailure query_error for {@code update} without {@code on} */
        public void check(@Body Map<String, Object> arguments) throws DatabaseFailure {
            if (arguments.get(UPDATE) != null && arguments.get(ON) == null) {
                throw DatabaseFailure.query("database.upsert.needsOn");
            }
        }
    }
}
