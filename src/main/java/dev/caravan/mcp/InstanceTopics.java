package dev.caravan.mcp;

import java.util.Optional;

/** Which topic of {@link ListChanges} belongs to the instance that an address names by its key. One bean, or none. */
public interface InstanceTopics {

    /** Empty: no such instance, or none that may be used. May block. */
    Optional<String> topic(String apiKey);
}
