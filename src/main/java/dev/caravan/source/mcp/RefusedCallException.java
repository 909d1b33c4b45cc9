package dev.caravan.source.mcp;

import dev.caravan.envelope.Text;
import dev.caravan.envelope.UpstreamException;

/** Thrown if the server answers with a JSON-RPC error instead of a result. */
public class RefusedCallException extends UpstreamException {

    private final int rpcCode;

    /** @param what the tool, or the method if there is no tool */
    RefusedCallException(String server, String what, int rpcCode, String why) {
        super(Text.of("upstream.refused", server, what, why));
        this.rpcCode = rpcCode;
    }

    /** Returns the server's JSON-RPC error code. It is -32602 for an unknown tool (MCP, tools, error handling) or invalid arguments. */
    public int rpcCode() {
        return rpcCode;
    }
}
