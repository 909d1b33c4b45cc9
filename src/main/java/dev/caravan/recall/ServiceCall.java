package dev.caravan.recall;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * One request to Ontology Query or AOI. Routes hold it in the variable {@code serviceCall}.
 *
 * @param service to show
 * @param failure what it means if it fails
 * @param method  of HTTP
 * @param path    encoded
 * @param about   what it is about, for the log and the caller: {@code mcp_id}, {@code tool_name}, …
 * @param headers that are passed on
 * @param limit   for the answer, in ms
 * @param ids     of the path, by the names that local flows know them by
 * @param body    null: there is none
 * @param began   as {@link System#nanoTime} says
 */
record ServiceCall(Service service, RecallError failure, String method, String path, Map<String, String> about, Map<String, String> headers, long limit,
        Map<String, String> ids, JsonNode body, long began) {

    /** The services of recall, with their names for messages. */
    enum Service {
        ONTOLOGY_QUERY("Ontology Query"), OPERATOR_INTEGRATION("Agent Operator Integration"), MCP_PROXY("Agent Operator Integration");

        private final String title;

        Service(String title) {
            this.title = title;
        }

        String title() {
            return title;
        }
    }

    ServiceCall(Service service, RecallError failure, String method, String path, Map<String, String> about, Map<String, String> headers, long limit,
            Map<String, String> ids, JsonNode body) {
        this(service, failure, method, path, about, headers, limit, ids, body, System.nanoTime());
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
}
