package dev.caravan.recall;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * One request to Ontology Query or AOI; exchange property {@value #PROPERTY}.
 *
 * @param service to show
 * @param failure what it means if it fails
 * @param method  of HTTP
 * @param path    encoded
 * @param about   what it is about, for the log and the caller: {@code mcp_id}, {@code tool_name}, …
 * @param headers that are passed on
 * @param limit   for the answer, in ms
 * @param began   as {@link System#nanoTime} says
 */
record ServiceCall(Service service, RecallError failure, String method, String path, Map<String, String> about, Map<String, String> headers, long limit, long began) {

    static final String PROPERTY = "serviceCall";

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

    ServiceCall(Service service, RecallError failure, String method, String path, Map<String, String> about, Map<String, String> headers, long limit) {
        this(service, failure, method, path, about, headers, limit, System.nanoTime());
    }

    /** How long it has taken so far, in ms. */
    long millis() {
        return (System.nanoTime() - began) / 1_000_000;
    }

    /** What must not be seen in what the service says. */
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
