package dev.caravan.source.mcp;

import dev.caravan.envelope.Text;
import dev.caravan.envelope.UpstreamException;

/** Thrown if {@code config/servers} has no server with this name. A retry does not help. */
public class UnknownServerException extends UpstreamException {

    UnknownServerException(String server) {
        super(Text.of("upstream.unknown", server));
    }
}
