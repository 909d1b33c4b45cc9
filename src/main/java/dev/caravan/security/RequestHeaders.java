package dev.caravan.security;

import java.util.List;
import java.util.Map;

/** The headers of a request over HTTP or the bus. Names are case-insensitive. */
public interface RequestHeaders {

    /** Returns the headers of a map, which has one value per name and ignores case. Removing one removes it from the map. */
    static RequestHeaders of(Map<String, String> headers) {
        return new RequestHeaders() {
            @Override
            public List<String> values(String name) {
                return headers.containsKey(name) ? List.of(headers.get(name)) : List.of();
            }

            @Override
            public void remove(String name) {
                headers.remove(name);
            }
        };
    }

    /** Returns all values of the header; empty if there is none. */
    List<String> values(String name);

    void remove(String name);

    /** Returns the first value; null if there is none. */
    default String first(String name) {
        List<String> values = values(name);
        return values.isEmpty() ? null : values.get(0);
    }
}
