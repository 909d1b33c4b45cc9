package dev.caravan.benchmark;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.undertow.Undertow;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.Headers;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** An Ontology Query and an AOI that answer after a while, as a recall asks them. Arguments: port, milliseconds. */
final class RecallServices {

    /** A text that the answer of each recall has. */
    static final String EXPECTED = "Property 19";

    /** Five tools, of which the last is asked for: 20 properties, half of them references. */
    static final String TOOLS = tools();

    static final String PATH = "/api/agent-retrieval/in/v1/kn/get_action_info?kn_id=kn&at_id=at";
    static final String BODY = "{\"unique_identity\":{\"id\":\"1\"}}";

    private static final String QUERY = "/api/ontology-query/in/v1/knowledge-networks/kn/action-types/at";
    private static final String LIST = "/api/agent-operator-integration/internal-v1/mcp/proxy/m/tools";
    private static final String FOUND = "{\"action_source\":{\"type\":\"mcp\",\"mcp_id\":\"m\",\"tool_name\":\"t\"},"
            + "\"actions\":[{\"parameters\":{\"id\":\"1\"}}],\"total_count\":1}";

    private RecallServices() {
    }

    public static void main(String[] args) {
        start(Integer.parseInt(args[0]), new AtomicInteger(Integer.parseInt(args[1])));
    }

    /** @param late milliseconds until each answer */
    static Undertow start(int port, AtomicInteger late) {
        Undertow services = Undertow.builder().addHttpListener(port, "127.0.0.1").setHandler(exchange ->
        exchange.dispatch(exchange.getIoThread(),
                () -> exchange.getIoThread().executeAfter(() -> answer(exchange), late.get(), TimeUnit.MILLISECONDS))).build();
        services.start();
        return services;
    }

    private static void answer(HttpServerExchange exchange) {
        exchange.getResponseHeaders().put(Headers.CONTENT_TYPE, "application/json");
        exchange.getResponseSender().send(exchange.getRequestPath().startsWith("/api/ontology") ? FOUND : TOOLS);
    }

    /** The two requests of a recall, without a gateway. */
    static List<byte[]> direct(int port) {
        return List.of(HttpConnection.request(port, "POST", QUERY, "", "{\"unique_identities\":[{\"id\":\"1\"}]}"),
                HttpConnection.request(port, "GET", LIST, "", ""));
    }

    /** A recall over REST. */
    static byte[] recall(int port) {
        return HttpConnection.request(port, "POST", PATH, "x-account-id: a\r\nx-account-type: user\r\n", BODY);
    }

    private static String tools() {
        ObjectNode answer = new ObjectMapper().createObjectNode();
        for (String name : List.of("a", "b", "c", "d", "t")) {
            ObjectNode tool = answer.withArrayProperty("tools").addObject().put("name", name).put("description", "What it does");
            ObjectNode schema = tool.putObject("inputSchema").put("type", "object");
            for (int i = 0; i < 20; i++) {
                ObjectNode property = schema.withObjectProperty("properties").putObject("p" + i).put("description", "Property " + i);
                if (i % 2 == 0) {
                    property.put("type", "string");
                } else {
                    property.put("$ref", "#/$defs/D" + i);
                    ObjectNode definition = schema.withObjectProperty("$defs").putObject("D" + i).put("type", "object");
                    definition.withObjectProperty("properties").putObject("x").put("type", "number");
                    definition.withObjectProperty("properties").putObject("y").put("type", "string").put("description", "More of it");
                }
            }
        }
        return answer.toString();
    }
}
