package dev.caravan.chart;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.caravan.GatewayTest;
import java.util.List;
import java.util.stream.StreamSupport;

/** Calls of {@code echart_generate} at the running gateway, with arguments in a short form of JSON. */
abstract class ChartToolTest extends GatewayTest {

    JsonNode option(String arguments) {
        return generate(arguments).at("/data/option");
    }

    JsonNode generate(String arguments) {
        JsonNode envelope = client.envelope("echart_generate", json(arguments));
        assertThat(envelope.get("ok").asBoolean()).as(envelope.toString()).isTrue();
        return envelope;
    }

    static List<String> warnings(JsonNode envelope) {
        return StreamSupport.stream(envelope.at("/meta/warnings").spliterator(), false).map(JsonNode::asText).toList();
    }

    /** JSON with single quotes, for reading. */
    static JsonNode json(String text) {
        return ((ArrayNode) object("{\"it\":[" + text.replace('\'', '"') + "]}").get("it")).get(0);
    }
}
