package dev.caravan.database.redis;

import dev.caravan.database.PageSpec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A record of a table in Redis.
 *
 * @param id     as its key has it
 * @param hash   whether it is a hash, whose values are all text, or else a JSON string
 * @param stored what is there, with or without {@code id}
 * @param size   characters of it
 * @param whole  whether all of its fields are here
 */
record RedisRecord(String key, String id, boolean hash, Map<String, Object> stored, long size, boolean whole) {

    RedisRecord(String key, String id, boolean hash, Map<String, Object> stored, long size) {
        this(key, id, hash, stored, size, true);
    }

    /** What it takes to sort it. */
    RedisRecord sortedBy(List<PageSpec.Order> order) {
        Map<String, Object> kept = new LinkedHashMap<>();
        order.stream().map(PageSpec.Order::column).filter(stored::containsKey).forEach(name -> kept.put(name, stored.get(name)));
        if (stored.containsKey(RedisTable.ID)) {
            kept.put(RedisTable.ID, stored.get(RedisTable.ID));
        }
        return new RedisRecord(key, id, hash, kept, key.length() + kept.values().stream().mapToLong(value -> String.valueOf(value).length()).sum(), false);
    }

    /** The value of a field; of {@code id} the one that is stored only if it is the key's. */
    Object field(String name) {
        Object value = stored.get(name);
        return name.equals(RedisTable.ID) && !RedisTable.idText(value).filter(id::equals).isPresent() ? id : value;
    }

    /** Whether the value of a field is text that may stand for something else. */
    boolean isLoose(String name) {
        return hash || name.equals(RedisTable.ID);
    }

    /** @param columns empty: all; those that are not there are left out */
    Map<String, Object> view(List<String> columns) {
        Map<String, Object> view = new LinkedHashMap<>();
        if (columns.isEmpty()) {
            view.put(RedisTable.ID, field(RedisTable.ID));
            stored.keySet().forEach(name -> view.put(name, field(name)));
        }
        columns.stream().filter(name -> name.equals(RedisTable.ID) || stored.containsKey(name)).forEach(name -> view.put(name, field(name)));
        return view;
    }
}
