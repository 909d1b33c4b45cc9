package dev.caravan.database;

import dev.caravan.embedded.ServerHandle;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/** A database as its administrator has it; what the tools do is looked at beside it. */
public interface TestStore {

    /** What a column holds; of databases without columns, nothing has to be done about it. */
    enum Type {
        INTEGER, LONG, TEXT, DECIMAL, BOOLEAN, TIME, JSON
    }

    /** From text such as {@code id INTEGER, name TEXT}. */
    static Map<String, Type> columns(String text) {
        Map<String, Type> columns = new LinkedHashMap<>();
        for (String column : text.split(", ")) {
            columns.put(column.split(" ")[0], Type.valueOf(column.split(" ")[1]));
        }
        return columns;
    }

    ServerHandle server();

    /** More databases for the gateway: settings below {@code caravan.databases}. */
    default Map<String, Supplier<Object>> otherDatabases() {
        return Map.of();
    }

    /**
     * Makes a table, or whatever is called so here; one that was there is dropped with all it held.
     *
     * @param columns in their order; the first is the key
     */
    void create(String table, Map<String, Type> columns);
}
