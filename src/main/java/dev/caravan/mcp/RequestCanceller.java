package dev.caravan.mcp;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * Knows the requests of one client that are worked on, where a transport has but one client. Exchange property {@value #PROPERTY};
 * elsewhere sessions know them.
 */
public interface RequestCanceller {

    String PROPERTY = "mcpRequestCanceller";

    /**
     * Its client wants no answer any more. One that has ended, or was never there, is no news.
     *
     * @param id of the request
     */
    void cancel(JsonNode id);
}
