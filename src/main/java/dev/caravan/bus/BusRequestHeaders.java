package dev.caravan.bus;

import dev.caravan.security.caller.RequestHeaders;
import java.util.List;
import java.util.Map;

/** The headers of a message. Names that differ only in case are two values of one header. */
record BusRequestHeaders(Map<String, String> headers) implements RequestHeaders {

    @Override
    public List<String> values(String name) {
        return headers.entrySet().stream().filter(header -> header.getKey().equalsIgnoreCase(name)).map(Map.Entry::getValue).toList();
    }

    @Override
    public void remove(String name) {
        headers.keySet().removeIf(name::equalsIgnoreCase);
    }
}
