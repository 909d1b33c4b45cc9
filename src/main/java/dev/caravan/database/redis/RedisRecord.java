package dev.caravan.database.redis;

import dev.caravan.database.PageSpec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A record of a table in Redis.
 *
 * @param id     the id in the record's key
 * @param hash   whether the record is a hash, whose values are all text; otherwise it is a JSON string
 * @param stored the stored fields, with or without {@code id}
 * @param size   number of stored characters
 * @param whole  whether {@code stored} has all fields
 */
record RedisRecord(String key, String id, boolean hash, Map<String, Object> stored, long size, boolean whole) {

    RedisRecord(String key, String id, boolean hash, Map<String, Object> stored, long size) {
        this(key, id, hash, stored, size, true);
    }

    /** Returns the record with only the fields that sorting needs. */
    RedisRecord sortedBy(List<PageSpec.Order> order) {
        Map<String, Object> kept = new LinkedHashMap<>();
        order.stream().map(PageSpec.Order::column).filter(stored::containsKey).forEach(name -> kept.put(name, stored.get(name)));
        if (stored.containsKey(RedisTable.ID)) {
            kept.put(RedisTable.ID, stored.get(RedisTable.ID));
        }
        return new RedisRecord(key, id, hash, kept, key.length() + kept.values().stream().mapToLong(value -> String.valueOf(value).length()).sum(), false);
    }

    /** Returns the value of a field. Returns the stored {@code id} only if it is the id in the key. */
    Object field(String name) {
        Object value = stored.get(name);
        return name.equals(RedisTable.ID) && !RedisTable.idText(value).filter(id::equals).isPresent() ? id : value;
    }

    /** Returns whether the field's value is text that may stand for a number or boolean. */
    boolean isLoose(String name) {
        return hash || name.equals(RedisTable.ID);
    }

    /** @param columns empty for all columns; missing columns are left out */
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
