package dev.caravan.database.sql;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One row as the driver returned it.
 *
 * @param names  names of the columns; all rows of a statement share this array
 * @param values values in the order of the columns; a value may be null
 */
record SqlRow(String[] names, Object[] values) {

    /** Returns the values by the name of their column. If two columns have the same name, the first one counts. */
    Map<String, Object> map() {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < names.length; i++) {
            if (!map.containsKey(names[i])) {
                map.put(names[i], values[i]); // unlike putIfAbsent, keeps a null of the first one
            }
        }
        return map;
    }
}
