package dev.caravan.database.opensearch;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.stream.Collectors;

/** Thrown when OpenSearch refuses a request or returns an unexpected answer. */
final class OpenSearchException extends Exception {

    private static final long serialVersionUID = 1L;

    final int status;
    final String types;

    /** @param types {@code error.type} and the types of its causes; empty if there are none */
    OpenSearchException(int status, String types, String reason) {
        super(reason);
        this.status = status;
        this.types = types;
    }

    /** @param error {@code {type, reason, root_cause, caused_by}}, or text */
    static OpenSearchException of(int status, JsonNode error) {
        String reasons = error.findValuesAsText("reason").stream().filter(reason -> !reason.isBlank()).distinct()
                .collect(Collectors.joining(": "));
        return new OpenSearchException(status, String.join(" ", error.findValuesAsText("type")),
                error.isObject() ? reasons : error.asText("status " + status));
    }
}
