package dev.caravan.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.caravan.GatewayLog;
import dev.caravan.RestClient;
import dev.caravan.json.HostileRequests;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.camel.CamelContext;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/**
 * Each endpoint of the API document, and a bound tool of each type, answers each hostile value in each of its members, and the log has no
 * error.
 */
@Tag("nightly")
class HostileCatalogueTest extends CatalogueTest {

    @Autowired
    private CamelContext gateway;

    @Test
    void everyEndpointAnswersEveryValue() {
        long table = table(ORDERS);
        long tool = tool(table, "get_all_data", "all", "");
        HostileRequests requests = new HostileRequests(port(), Map.of("X-User-Id", user)).with("id", LongNode.valueOf(table))
                .with("table_id", LongNode.valueOf(table))
                .with("tool_id", LongNode.valueOf(tool)).with("api_key", TextNode.valueOf(instance(tool).key()))
                .with("mcp_id", IntNode.valueOf(1));
        try (GatewayLog log = GatewayLog.record()) {
            requests.toEndpoints(RestClient.DOCUMENT);

            assertThat(requests.sent()).isGreaterThan(500);
            assertNoError(log);
        }
    }

    @Test
    void everyTypeOfBoundToolAnswersEveryValue() {
        List<Long> made = new ArrayList<>();
        long table = table(ORDERS);
        for (JsonNode type : RestClient.DOCUMENT.at("/components/schemas/ToolType/enum")) {
            made.add(tool(table, type.asText(), "a_" + type.asText(), ""));
        }
        assertThat(made).hasSizeGreaterThanOrEqualTo(9);
        Made instance = instance(made.stream().mapToLong(Long::longValue).toArray());
        HostileRequests requests = new HostileRequests(port(), Map.of());
        try (GatewayLog log = GatewayLog.record()) {
            tools(instance).forEach(tool -> requests.toTool("/mcp/" + instance.key(), tool));

            assertThat(requests.sent()).isGreaterThan(200);
            assertNoError(log);
        }
    }

    private void assertNoError(GatewayLog log) {
        assertThat(log.written(gateway).lines().filter(line -> line.matches("\\S+ ERROR .*"))).isEmpty();
    }
}
