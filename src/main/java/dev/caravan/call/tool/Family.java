package dev.caravan.call.tool;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.envelope.Envelope;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** The families of result shapes for a tool's {@code envelope} option (contracts, section 2). */
public enum Family {

    STANDARD(new Envelope.Standard()),
    DATABASE(new Envelope.Database()),
    INTELLIGENCE(new Envelope.Intelligence()),
    /** The route writes MCP content itself; a failure is only its message. */
    NONE(new Envelope.McpContent()),
    /** The route names another call, which the gateway makes instead. Only a failure before that has this shape. */
    CALL(new Envelope.Standard());

    private final Envelope envelope;

    Family(Envelope envelope) {
        this.envelope = envelope;
    }

    /** Returns the JSON Schema of a success whose data fits {@code dataSchema}. */
    public ObjectNode schema(ObjectNode dataSchema) {
        return envelope.schema(dataSchema);
    }

    Envelope envelope() {
        return envelope;
    }

    String option() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Family of(String option) {
        return Arrays.stream(values()).filter(family -> family.option().equals(option)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("envelope '" + option + "' must be one of "
                        + Arrays.stream(values()).map(Family::option).collect(Collectors.joining(", "))));
    }
}
