package dev.caravan.routes;

import dev.caravan.McpClient;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/** What the tools for documents, the graph, charts and code are asked for. */
final class ToolScenarios {

    private static final String NO_DOCUMENT = "{\"id\":\"000000000000000000000000\"";

    private static final String DOCUMENT = "{\"topic\":\"every step\",\"content\":\"c\"}";

    private final McpClient client;
    private final List<Scenario> all = new ArrayList<>();

    ToolScenarios(McpClient client) {
        this.client = client;
    }

    List<Scenario> all() {
        call("mongo_find_all", "{}");
        call("mongo_find_all", "{\"cursor\":\"\"}");
        call("mongo_find_by_topic", "{\"topic\":\"every step\"}");
        call("mongo_search", "{\"query\":\"every step\",\"tags\":[\"t\"]}");
        with("mongo_find_by_id", this::document, id -> "{\"id\":\"" + id + "\"}");
        call("mongo_find_by_id", NO_DOCUMENT + "}");
        call("mongo_save_document", DOCUMENT);
        with("mongo_update_document", this::document, id -> "{\"id\":\"" + id + "\",\"patch\":{\"content\":\"d\"}}");
        with("mongo_delete_document", this::document, id -> "{\"id\":\"" + id + "\"}");
        call("neo4j_create_node", "{\"label\":\"Entity\",\"properties\":{\"name\":\"one\"}}");
        call("neo4j_create_node", "{\"label\":\"Entity\",\"properties\":{\"name\":\"one\"},\"merge_on\":[\"name\"]}");
        with("neo4j_find_node", this::node, id -> "{\"id\":\"" + id + "\"}");
        call("neo4j_find_node", "{\"label\":\"Entity\",\"property\":\"name\",\"value\":\"one\"}");
        with("neo4j_update_node", this::node, id -> "{\"id\":\"" + id + "\",\"patch\":{\"name\":\"one\"}}");
        with("neo4j_find_neighbors", this::node, id -> "{\"id\":\"" + id + "\"}");
        with("neo4j_find_path", this::node, id -> "{\"fromId\":\"" + id + "\",\"toId\":\"" + id + "\"}");
        with("neo4j_create_relationship", this::node, id -> "{\"fromId\":\"" + id + "\",\"toId\":\"" + id + "\",\"type\":\"RELATED_TO\"}");
        with("neo4j_find_relationship", this::relationship, id -> "{\"id\":\"" + id + "\"}");
        with("neo4j_update_relationship", this::relationship, id -> "{\"id\":\"" + id + "\",\"patch\":{\"since\":1}}");
        with("neo4j_delete_relationship", this::relationship, id -> "{\"id\":\"" + id + "\"}");
        with("neo4j_delete_node", this::node, id -> "{\"id\":\"" + id + "\"}");
        with("neo4j_delete_node", this::node, id -> "{\"id\":\"" + id + "\",\"detach\":true}");
        with("neo4j_find_neighbors", this::node, id -> "{\"id\":\"" + id + "\",\"depth\":2,\"types\":[\"RELATED_TO\"]}");
        call("neo4j_fuzzy_search", "{\"query\":\"one\",\"labels\":[\"Entity\"]}");
        call("neo4j_fuzzy_search", "{\"query\":\"one\"}");
        call("neo4j_fuzzy_search", "{\"query\":\"!\"}");
        call("echart_generate", "{\"chartType\":\"bar\",\"data\":[{\"x\":\"a\",\"y\":1}]}");
        call("echart_generate", "{\"chartType\":\"bar\",\"data\":[{\"x\":\"a\"}]}");
        call("ci_index_status", "{}");
        call("ci_search", "{\"query\":\"where are calls counted\",\"workspace\":\"none\"}");
        call("ci_call_chain", "{\"symbol\":\"Nobody\",\"workspace\":\"none\"}");
        call("ci_graph_rag", "{\"query\":\"where are calls counted\",\"workspace\":\"none\"}");
        call("find_tools", "{\"query\":\"delete a stored document\"}");
        call("call_tool", "{\"name\":\"mongo_find_all\",\"arguments\":{}}");
        call("call_tool", "{\"name\":\"call_tool\",\"arguments\":{}}");
        call("nobody", "{}");
        call("mongo_find_by_id", "{}");
        return all;
    }

    private String document() {
        return client.envelope("mongo_save_document", McpClient.object(DOCUMENT)).at("/data/id").asText();
    }

    private String node() {
        return client.envelope("neo4j_create_node", McpClient.object("{\"label\":\"Entity\",\"properties\":{\"name\":\"one\"}}"))
                .at("/data/id").asText();
    }

    private String relationship() {
        String node = node();
        return client
                .envelope("neo4j_create_relationship",
                        McpClient.object("{\"fromId\":\"" + node + "\",\"toId\":\"" + node + "\",\"type\":\"RELATED_TO\"}"))
                .at("/data/id").asText();
    }

    /** @param made what the call is about, new for each */
    private void with(String tool, Supplier<String> made, Function<String, String> arguments) {
        all.add(new Scenario(tool, () -> {
            String given = arguments.apply(made.get());
            return () -> McpScenarios.told(client.call(tool, McpClient.object(given)));
        }));
    }

    private void call(String tool, String arguments) {
        all.add(Scenario.of(tool, () -> McpScenarios.told(client.call(tool, McpClient.object(arguments)))));
    }
}
