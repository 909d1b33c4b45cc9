package dev.caravan.security.caller;

import java.util.List;

/** The headers of a request, over HTTP or the bus. Upper and lower case of a name make no difference. */
public interface RequestHeaders {

    /** All values of the header; empty if there is none. */
    List<String> values(String name);

    void remove(String name);

    /** Null if there is none. */
    default String first(String name) {
        List<String> values = values(name);
        return values.isEmpty() ? null : values.get(0);
    }
}
