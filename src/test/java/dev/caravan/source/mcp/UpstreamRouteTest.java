package dev.caravan.source.mcp;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.caravan.McpClient;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A route calls a tool of another MCP server, or lists its tools; the result is the body. */
class UpstreamRouteTest extends RelayTest {

    @Test
    void bodyIsTheResult() throws Exception {
        relay("upstream:scripted?tool=echo");
        JsonNode envelope = client.envelope("relay", object("{\"word\":\"北京\"}"));
        assertThat(envelope.at("/data/structuredContent/word").asText()).isEqualTo("北京");
        assertThat(servers.statuses().get("scripted").toString()).contains("state=CONNECTED", "server=scripted 1",
                "transport=stdio");
    }

    @Test
    void toolErrorFailsTheStepUnlessTheOptionForbidsIt() throws Exception {
        relay("upstream:scripted?tool=fail");
        JsonNode envelope = client.envelope("relay", object("{\"word\":\"w\"}"));
        assertThat(envelope.at("/error/code").asText()).isEqualTo("UPSTREAM_ERROR");
        assertThat(envelope.at("/error/message").asText())
                .isEqualTo("The tool fail of the upstream server scripted failed: the index is broken");
        assertThat(client.envelope("relay", object("{\"word\":\"w\"}"), "Accept-Language", "zh-CN").at("/error/message").asText())
                .contains("上游服务器 scripted");
        withdraw();

        relay("upstream:scripted?tool=fail&failOnToolError=false");
        assertThat(client.envelope("relay", object("{\"word\":\"w\"}")).at("/data/isError").booleanValue()).isTrue();
    }

    @Tag("full")
    @Test
    void lateLostOrUnknownServerIsUpstreamError() throws Exception {
        relay("upstream:scripted?tool=silent");
        assertThat(client.envelope("relay", object("{\"word\":\"w\"}")).at("/error/message").asText()).contains("2000 ms");
        withdraw();
        relay("upstream:nobody?tool=echo");
        assertThat(client.envelope("relay", object("{\"word\":\"w\"}")).at("/error/message").asText()).contains("nobody")
                .contains("config/servers");
        withdraw();
        relay("upstream:gone?tool=echo");
        assertThat(client.envelope("relay", object("{\"word\":\"w\"}")).at("/error/message").asText()).contains("can't be started");
        await().untilAsserted(() -> assertThat(servers.statuses().get("gone").toString())
                .contains("state=FAILED", "problem=it can't be started", "nextTry="));
    }

    @Test
    void listOperationReturnsEveryPage() throws Exception {
        relay("upstream:self?operation=listTools");
        List<JsonNode> pages = new ArrayList<>();
        String cursor = null;
        do {
            pages.add(client.legacy("2025-11-25", "tools/list", cursor == null ? object("{}") : object("{}").put("cursor", cursor),
                    "ListToolsResult").result());
            cursor = pages.get(pages.size() - 1).path("nextCursor").textValue();
        } while (cursor != null);
        ArrayNode tools = McpClient.JSON.createArrayNode();
        pages.forEach(page -> tools.addAll((ArrayNode) page.get("tools")));

        JsonNode listed = client.envelope("relay", object("{\"word\":\"w\"}")).at("/data/tools");

        assertThat(pages).hasSizeGreaterThan(3);
        assertThat(listed).hasSameSizeAs(tools);
        assertThat(listed.toString()).contains("\"relay\"").isEqualTo(tools.toString());
    }

    @Test
    void quickStartHasTheExampleServer() throws Exception {
        relay("upstream:medical?tool=generate_disease_treatment_plan",
                "- setBody: {simple: '{\"disease_id\": \"${body[word]}\", \"severity\": \"mild\", \"include_drugs\": \"true\"}'}\n"
                        + " ".repeat(8) + "- unmarshal: {json: {unmarshalType: java.util.Map}}");
        JsonNode result = client.envelope("relay", object("{\"word\":\"disease_000004\"}")).get("data");
        assertThat(result.at("/structuredContent/treatment_plan/disease/name").asText()).isEqualTo("偏头痛");
        assertThat(McpClient.JSON.readTree(result.at("/content/0/text").asText())).isEqualTo(result.get("structuredContent"));
        assertThat(client.envelope("relay", object("{\"word\":\"disease_9\"}")).at("/error/message").asText()).contains("medical",
                "disease_9", "list_diseases");
    }
}
