package dev.caravan.recall;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A request to Ontology Query, Ontology Manager or AOI, in the variable {@code serviceCall} of the routes.
 *
 * @param service its name for messages
 * @param failure meaning of a failure
 * @param method  HTTP method
 * @param path    percent-encoded
 * @param query   percent-encoded; empty for none
 * @param about   subject of the request, for the log and the caller: {@code mcp_id}, {@code tool_name}, …
 * @param headers to pass on
 * @param limit   timeout in ms
 * @param ids     path parameters, with the names that local flows use
 * @param body    null for none
 * @param began   start, as {@link System#nanoTime} has it
 */
record ServiceCall(Service service, RecallException.Kind failure, String method, String path, String query, Map<String, String> about,
        Map<String, String> headers, long limit, Map<String, String> ids, JsonNode body, long began) {

    /** The services of recall, with their names for messages. */
    enum Service {
        ONTOLOGY_QUERY("Ontology Query"), ONTOLOGY_MANAGER("Ontology Manager"), OPERATOR_INTEGRATION("Agent Operator Integration"),
        MCP_PROXY("Agent Operator Integration");

        private final String title;

        Service(String title) {
            this.title = title;
        }

        String title() {
            return title;
        }
    }

    ServiceCall(Service service, RecallException.Kind failure, String method, String path, Map<String, String> about,
            Map<String, String> headers, long limit, Map<String, String> ids, JsonNode body) {
        this(service, failure, method, path, "", about, headers, limit, ids, body, System.nanoTime());
    }

    /** Returns the time since its start in ms. */
    long millis() {
        return (System.nanoTime() - began) / 1_000_000;
    }

    /** Returns values to remove from the service's messages. */
    List<String> secrets() {
        List<String> secrets = new ArrayList<>();
        String authorization = headers.get("authorization");
        if (authorization != null) {
            secrets.add(authorization);
            String credentials = authorization.substring(authorization.indexOf(' ') + 1);
            if (credentials.length() > 3) {
                secrets.add(credentials);
            }
        }
        return secrets;
    }

    /**
     * An answer of Ontology Query or AOI.
     *
     * @param status HTTP status
     * @param body   unchanged bytes
     * @param json   of a success; otherwise null
     */
    public record Answer(int status, byte[] body, JsonNode json) {

        boolean isSuccess() {
            return status >= 200 && status < 300;
        }
    }
}
