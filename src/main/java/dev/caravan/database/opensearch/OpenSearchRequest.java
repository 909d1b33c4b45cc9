package dev.caravan.database.opensearch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.json.JsonMappers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;

/**
 * One request to OpenSearch's REST API.
 *
 * @param path  percent-encoded, without a leading slash
 * @param query the query string; null for none
 * @param body  null for none
 */
public record OpenSearchRequest(String method, String path, String query, byte[] body) {

    /** Reads and writes numbers exactly. */
    static final ObjectMapper JSON = JsonMappers.exact();

    static OpenSearchRequest get(String path, String query) {
        return new OpenSearchRequest("GET", path, query, null);
    }

    /** @param lines what becomes JSON, a line each; a bulk request has several */
    static OpenSearchRequest of(String method, String path, String query, List<?> lines) {
        String body = lines.stream().map(OpenSearchRequest::text).collect(Collectors.joining("\n", "", "\n"));
        return new OpenSearchRequest(method, path, query, body.getBytes(StandardCharsets.UTF_8));
    }

    static String text(Object json) {
        return JsonMappers.text(JSON, json);
    }

    /** Thrown when OpenSearch refuses a request or returns an unexpected answer. */
    static final class OpenSearchException extends Exception {

        private static final long serialVersionUID = 1L;

        private final int status;
        private final String types;

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

        int status() {
            return status;
        }

        String types() {
            return types;
        }
    }
}
