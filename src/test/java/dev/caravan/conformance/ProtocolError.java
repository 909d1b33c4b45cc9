package dev.caravan.conformance;

import dev.caravan.mcp.McpException;

/** Fails as the protocol does, which no step in YAML can. */
public final class ProtocolError {

    public void raise() throws McpException {
        throw McpException.failed("The job failed on purpose, by an error of the protocol");
    }
}
