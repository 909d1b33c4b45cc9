package dev.caravan.clients;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/** Calls of every capability, one after another, and their results without what differs from call to call. */
final class CallScript {

    /** One way to the gateways. */
    interface Way {

        /** @param instance the key of an MCP instance; null: the gateway's own tools */
        JsonNode call(String tool, String arguments, String instance) throws Exception;
    }

    private final Way way;
    private final List<String> results = new ArrayList<>();

    private CallScript(Way way) {
        this.way = way;
    }

    /** Results in the order of the script, without what differs from call to call; {@code instance} has the tool {@code adults}. */
    static List<String> run(Way way, String instance) throws Exception {
        CallScript script = new CallScript(way);
        String document = script.id("mongo_save_document",
                "{\"topic\":\"everywhere\",\"content\":\"The till was opened.\",\"tags\":[\"till\",\"早上\"]}");
        script.call("mongo_find_by_id", "{\"id\":\"" + document + "\"}");
        script.call("mongo_update_document", "{\"id\":\"" + document + "\",\"patch\":{\"content\":\"The till was closed.\"}}");
        script.call("mongo_delete_document", "{\"id\":\"" + document + "\"}");
        script.call("mongo_find_by_id", "{\"id\":\"" + document + "\"}");
        String till = script.id("neo4j_create_node", "{\"label\":\"Entity\",\"properties\":{\"name\":\"Till\",\"weight\":12.5}}");
        String drawer = script.id("neo4j_create_node", "{\"label\":\"Entity\",\"properties\":{\"name\":\"Drawer\"}}");
        script.call("neo4j_create_relationship", "{\"fromId\":\"" + till + "\",\"toId\":\"" + drawer + "\",\"type\":\"RELATED_TO\"}");
        script.call("neo4j_find_path", "{\"fromId\":\"" + till + "\",\"toId\":\"" + drawer + "\"}");
        script.call("neo4j_delete_node", "{\"id\":\"" + till + "\",\"detach\":true}");
        script.call("echart_generate",
                "{\"chartType\":\"bar\",\"title\":\"Takings\",\"data\":[{\"day\":\"Mon\",\"sum\":3},{\"day\":\"Tue\",\"sum\":5}],"
                        + "\"mapping\":{\"xField\":\"day\",\"yField\":\"sum\"}}");
        script.call("adults", "{\"query\":\"people[?age > `18`].name\"}", instance);
        script.call("get_action_info",
                "{\"kn_id\":\"kn_medical\",\"at_id\":\"at_treatment_plan\",\"unique_identity\":{\"disease_id\":\"disease_000001\"}}");
        script.call("ci_call_chain", "{\"symbol\":\"pay\",\"workspace\":\"everywhere\"}");
        script.way.call("neo4j_delete_node", "{\"id\":\"" + drawer + "\"}", null);
        return script.results;
    }

    /** A call of a tool in JSON-RPC. */
    static String request(String tool, String arguments) {
        return "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"" + tool + "\",\"arguments\":" + arguments
                + "}}";
    }

    private String id(String tool, String arguments) throws Exception {
        return call(tool, arguments).at("/structuredContent/data/id").asText();
    }

    private JsonNode call(String tool, String arguments) throws Exception {
        return call(tool, arguments, null);
    }

    private JsonNode call(String tool, String arguments, String instance) throws Exception {
        JsonNode answer = way.call(tool, arguments, instance);
        assertThat(answer.has("result")).as(answer.toString()).isTrue();
        ObjectNode result = (ObjectNode) answer.get("result");
        results.add(tool + ": " + result.toString()
                .replaceAll("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", "UUID")
                .replaceAll("[0-9a-f]{32}", "TRACE")
                .replaceAll("(\\\\?\"(?:tookMs|query_time_ms)\\\\?\":)\\d+", "$10")
                .replaceAll("\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z", "TIME"));
        return result;
    }
}
