package dev.caravan.mcp;

import com.fasterxml.jackson.databind.JsonNode;

/** Cancels requests of the only client of a transport. Exchange property {@value #PROPERTY}. Other transports find requests by session. */
public interface RequestCanceller {

    String PROPERTY = "mcpRequestCanceller";

    /**
     * Cancels a request. Does nothing when the request has ended or never existed.
     *
     * @param id id of the request
     */
    void cancel(JsonNode id);
}
