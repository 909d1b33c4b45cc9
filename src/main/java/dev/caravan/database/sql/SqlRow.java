package dev.caravan.database.sql;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One row as the driver gave it.
 *
 * @param names  of the columns; all rows of a statement share them
 * @param values by the place of their column, null too
 */
record SqlRow(String[] names, Object[] values) {

    /** Values by the name of their column; of two columns with one name the first. */
    Map<String, Object> map() {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < names.length; i++) {
            map.putIfAbsent(names[i], values[i]);
        }
        return map;
    }
}
