package dev.caravan.upstream;

import dev.caravan.envelope.Text;
import dev.caravan.envelope.UpstreamException;

/** {@code config/upstream.yaml} names no server of that name: waiting doesn't help. */
public class UnknownServerException extends UpstreamException {

    UnknownServerException(String server) {
        super(Text.of("upstream.unknown", server));
    }
}
