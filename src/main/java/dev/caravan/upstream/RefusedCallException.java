package dev.caravan.upstream;

import dev.caravan.envelope.Text;
import dev.caravan.envelope.UpstreamException;

/** The server is there, and answered with a JSON-RPC error instead of a result. */
public class RefusedCallException extends UpstreamException {

    private final int rpcCode;

    /** @param what the tool, or the method where there is no tool */
    RefusedCallException(String server, String what, int rpcCode, String why) {
        super(Text.of("upstream.refused", server, what, why));
        this.rpcCode = rpcCode;
    }

    /** As the server said it; -32602 where it has no such tool (MCP, tools, error handling), or where it doesn't take the arguments. */
    public int rpcCode() {
        return rpcCode;
    }
}
