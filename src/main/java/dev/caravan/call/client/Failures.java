package dev.caravan.call.client;

import dev.caravan.envelope.ErrorCode;
import dev.caravan.envelope.Text;
import dev.caravan.envelope.ToolException;
import dev.caravan.mcp.input.InputException;
import dev.caravan.mcp.input.InputKind;

/** Creates the failures of a route whose client can't be asked or gives an invalid answer. */
final class Failures {

    private Failures() {
    }

    static ToolException of(InputException e) {
        return new ToolException(ErrorCode.UPSTREAM_ERROR, switch (e.reason()) {
            case UNSUPPORTED -> Text.of("input.unsupported", e.subject());
            case GONE -> Text.of("input.gone");
            case CANCELLED -> Text.of("input.cancelled");
            case REFUSED -> Text.of("input.refused", e.subject());
            case UNFIT -> Text.of("input.unfit", e.subject());
        });
    }

    /** Returns the failure of a step outside a client's call. */
    static ToolException notHere(InputKind kind) {
        return new ToolException(ErrorCode.UPSTREAM_ERROR, Text.of("input.unsupported", kind.name().toLowerCase(java.util.Locale.ROOT)));
    }

    /** @param action decline or cancel */
    static ToolException declined(String action) {
        return new ToolException(ErrorCode.FORBIDDEN, Text.of("input." + action));
    }
}
