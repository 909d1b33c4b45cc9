package dev.caravan.mcp;

import java.util.Optional;

/** Finds the topic of {@link ListChanges} for the MCP instance with a given API key. There is one bean or none. */
public interface InstanceTopics {

    /** Returns the topic; empty when no enabled instance has this key. May block. */
    Optional<String> topic(String apiKey);
}
