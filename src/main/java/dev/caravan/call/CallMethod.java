package dev.caravan.call;

import dev.caravan.mcp.McpException;
import dev.caravan.mcp.McpRequest;

/** A method of the protocol that runs a route. There is one bean per method. */
public interface CallMethod {

    /** Returns the method, for example {@code tools/call}. */
    String name();

    /**
     * Reads the params of a request.
     *
     * @throws McpException invalid params
     */
    Call read(McpRequest request, CallContext context) throws McpException;
}
