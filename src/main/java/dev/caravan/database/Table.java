package dev.caravan.database;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/** A table or view as the catalogue describes it. */
public final class Table {

    private final String name;
    private final Map<String, Column> columns = new LinkedHashMap<>();
    private final Map<String, Column> byName;
    private final List<String> key;
    private final Object version;
    private volatile String select;

    /**
     * @param key     columns of the primary key in the key's order; empty if the table has no primary key
     * @param folded  whether names are case-insensitive
     * @param version changes with the columns and their types; null where nothing asks for it
     */
    public Table(String name, List<Column> columns, List<String> key, boolean folded, Object version) {
        this.name = name;
        this.key = key;
        this.version = version;
        columns.forEach(column -> this.columns.put(column.name(), column));
        this.byName = new TreeMap<>(folded ? String.CASE_INSENSITIVE_ORDER : Comparator.naturalOrder());
        this.byName.putAll(this.columns);
    }

    public String name() {
        return name;
    }

    /** Returns the columns in the table's order. */
    public Map<String, Column> columns() {
        return columns;
    }

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
        return Optional.ofNullable(byName.get(name));
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
