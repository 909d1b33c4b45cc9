package dev.caravan.security;

import java.util.List;

/** The headers of a request over HTTP or the bus. Names are case-insensitive. */
public interface RequestHeaders {

    /** Returns all values of the header; empty if there is none. */
    List<String> values(String name);

    void remove(String name);

    /** Returns the first value; null if there is none. */
    default String first(String name) {
        List<String> values = values(name);
        return values.isEmpty() ? null : values.get(0);
    }
}
