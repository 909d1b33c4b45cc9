package dev.caravan.database.opensearch;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.json.JsonMappers;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * One request to OpenSearch's REST API.
 *
 * @param path  percent-encoded, without a leading slash
 * @param query the query string; null for none
 * @param body  null for none
 */
record OpenSearchRequest(String method, String path, String query, byte[] body) {

    /** Reads and writes numbers exactly. */
    static final ObjectMapper JSON = JsonMappers.exact();

    static OpenSearchRequest get(String path, String query) {
        return new OpenSearchRequest("GET", path, query, null);
    }

    static OpenSearchRequest of(String method, String path, String query, JsonNode body) {
        return new OpenSearchRequest(method, path, query, bytes(body));
    }

    /** @param lines lines of the bulk request: each action, followed by its document if it has one */
    static OpenSearchRequest bulk(String index, String query, List<JsonNode> lines) {
        StringBuilder body = new StringBuilder();
        lines.forEach(line -> body.append(text(line)).append('\n'));
        return new OpenSearchRequest("POST", encoded(index) + "/_bulk",
                query + "&filter_path=errors,items.*._index,items.*._id,items.*.status,items.*._seq_no,items.*._primary_term,items.*.error",
                body.toString().getBytes(StandardCharsets.UTF_8));
    }

    static String encoded(String name) {
        return URLEncoder.encode(name, StandardCharsets.UTF_8);
    }

    static String text(JsonNode json) {
        return new String(bytes(json), StandardCharsets.UTF_8);
    }

    private static byte[] bytes(JsonNode json) {
        try {
            return JSON.writeValueAsBytes(json);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("it was made of JSON", e);
        }
    }

    /** Thrown when OpenSearch refuses a request or returns an unexpected answer. */
    static final class OpenSearchException extends Exception {

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
}
