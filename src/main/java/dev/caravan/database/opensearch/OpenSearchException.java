package dev.caravan.database.opensearch;

import com.fasterxml.jackson.databind.JsonNode;

/** Thrown when OpenSearch refuses a request or returns an unexpected answer. */
final class OpenSearchException extends Exception {

    private static final long serialVersionUID = 1L;

    private final int status;
    private final String types;

    OpenSearchException(int status, String types, String reason) {
        super(reason);
        this.status = status;
        this.types = types;
    }

    /** @param error {@code {type, reason, root_cause, caused_by}}, or text */
    static OpenSearchException of(int status, JsonNode error) {
        if (!error.isObject()) {
            return new OpenSearchException(status, "", error.asText("status " + status));
        }
        StringBuilder types = new StringBuilder(error.path("type").asText());
        String reason = error.path("reason").asText();
        for (JsonNode cause : error.path("root_cause")) {
            types.append(' ').append(cause.path("type").asText());
            reason = cause.path("reason").asText(reason);
        }
        for (JsonNode cause = error.path("caused_by"); cause.isObject(); cause = cause.path("caused_by")) {
            types.append(' ').append(cause.path("type").asText());
            String more = cause.path("reason").asText();
            reason += more.isBlank() || reason.contains(more) ? "" : ": " + more;
        }
        return new OpenSearchException(status, types.toString(), reason);
    }

    int status() {
        return status;
    }

    /** Returns {@code error.type} and the types of its causes; empty if there are none. */
    String types() {
        return types;
    }
}
