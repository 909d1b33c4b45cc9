package dev.caravan.database;

import java.util.AbstractMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;

/** A table or view as the catalogue describes it. */
public final class Table {

    private final String name;
    private final Map<String, Column> columns;
    private final List<String> key;
    private final Object version;
    private volatile String select;

    private Table(String name, Map<String, Column> columns, List<String> key, Object version) {
        this.name = name;
        this.columns = columns;
        this.key = key;
        this.version = version;
    }

    /** @param folded whether names are case-insensitive */
    public static Table of(String name, List<Column> columns, List<String> key, boolean folded) {
        return of(name, columns, key, folded, null);
    }

    /** @param version changes with the columns and their types */
    public static Table of(String name, List<Column> columns, List<String> key, boolean folded, Object version) {
        Map<String, Column> byName = folded ? new TreeMap<>(String.CASE_INSENSITIVE_ORDER) : new LinkedHashMap<>();
        Map<String, Column> ordered = new LinkedHashMap<>();
        columns.forEach(column -> {
            byName.put(column.name(), column);
            ordered.put(column.name(), column);
        });
        return new Table(name, folded ? new Folded(byName, ordered) : ordered, key, version);
    }

    public String name() {
        return name;
    }

    /** Returns the columns in the table's order. */
    public Map<String, Column> columns() {
        return columns;
    }

    /** Returns the columns of the primary key in the key's order; empty if the table has no primary key. */
    public List<String> key() {
        return key;
    }

    public Object version() {
        return version;
    }

    /** Returns the text that selects all columns. The text is made once. */
    public String select(Supplier<String> maker) {
        String known = select;
        if (known == null) {
            known = maker.get();
            select = known;
        }
        return known;
    }

    public Optional<Column> column(String name) {
        return Optional.ofNullable(columns.get(name));
    }

    /** Columns in the table's order. Look-up is case-insensitive. */
    private static final class Folded extends AbstractMap<String, Column> {

        private final Map<String, Column> byName;
        private final Map<String, Column> ordered;

        Folded(Map<String, Column> byName, Map<String, Column> ordered) {
            this.byName = byName;
            this.ordered = ordered;
        }

        @Override
        public Column get(Object name) {
            return byName.get(name);
        }

        @Override
        public boolean containsKey(Object name) {
            return byName.containsKey(name);
        }

        @Override
        public Set<Entry<String, Column>> entrySet() {
            return ordered.entrySet();
        }
    }

    /**
     * A column as the database's catalogue describes it.
     *
     * @param type      the database's name of the type, usable in a cast
     * @param generated whether the database computes the value: an identity or a computed column
     */
    public record Column(String name, String type, int jdbcType, boolean generated) {
    }
}
