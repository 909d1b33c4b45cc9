package dev.caravan.database;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import java.nio.charset.StandardCharsets;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.ProducerTemplate;

/** Calls tools by the entry route that all ways in share, without HTTP. For matrices of thousands of calls. */
final class InsideCalls {

    private final ProducerTemplate entry;

    InsideCalls(CamelContext gateway) {
        entry = gateway.createProducerTemplate();
    }

    /** Returns the result of {@code db_VERB_DATABASE}, as {@link DatabaseTest#call} does. */
    JsonNode call(String verb, String database, ObjectNode arguments) {
        ObjectNode params = McpClient.JSON.createObjectNode().put("name", "db_" + verb + "_" + database).set("arguments", arguments);
        byte[] request = McpClient.request("tools/call", params).toString().getBytes(StandardCharsets.UTF_8);
        Exchange exchange = entry.request("direct:mcp", asked -> asked.getMessage().setBody(request));
        assertThat(exchange.getException()).isNull();
        JsonNode result = McpClient.object(exchange.getMessage().getBody(String.class)).get("result");
        JsonNode answer = result.get("structuredContent");
        assertThat(result.get("isError").booleanValue()).as(answer.toString()).isEqualTo(!answer.get("success").booleanValue());
        return answer;
    }
}
