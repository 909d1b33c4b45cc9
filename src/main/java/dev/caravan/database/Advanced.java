package dev.caravan.database;

import java.util.List;
import java.util.Map;

/** Reads the arguments of {@code db_advanced_*}. An argument is a member of {@code params} or stands beside it. */
public final class Advanced {

    private Advanced() {
    }

    /** Returns the argument; null if it is missing in both places. */
    public static Object parameter(Map<String, Object> arguments, String name) {
        return arguments.get("params") instanceof Map<?, ?> params && params.get(name) != null ? params.get(name) : arguments.get(name);
    }

    /** @throws DatabaseFailure query_error if there is no such list, or it has none or too many entries */
    public static List<?> list(Map<String, Object> arguments, String name, int most) throws DatabaseFailure {
        if (parameter(arguments, name) instanceof List<?> list && !list.isEmpty() && list.size() <= most) {
            return list;
        }
        throw DatabaseFailure.query("database.listNeeded", name, most);
    }
}
