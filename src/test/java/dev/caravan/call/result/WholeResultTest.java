package dev.caravan.call.result;

import static dev.caravan.McpClient.MODERN;
import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import dev.caravan.McpClient.Answer;
import dev.caravan.RouteTest;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.camel.Processor;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A result that doesn't fit links to the whole, which its caller reads by pages or by a query. */
class WholeResultTest extends RouteTest {

    private static final String REVISION = "2025-11-25";
    private static final int ROWS = 5_000;

    @BeforeEach
    void rows() throws Exception {
        context.getRegistry().bind("manyRows", (Processor) exchange -> {
            List<Map<String, Object>> rows = new ArrayList<>();
            for (int i = 0; i < ROWS; i++) {
                rows.add(Map.of("id", i, "text", "row number " + i + " of a result that is too large"));
            }
            exchange.getMessage().setBody(rows);
        });
        routes.add("t_rows", "ai-tool:t_rows", "description: x", "- process: {ref: manyRows}");
    }

    private JsonNode page(String revision, String uri) {
        return page(ask(revision, "resources/read", McpClient.JSON.createObjectNode().put("uri", uri), "ReadResourceResult"));
    }

    private static JsonNode page(Answer answer) {
        return object(answer.result().at("/contents/0/text").asText());
    }

    private JsonNode called(String user) {
        return client.call("t_rows", object("{}"), "MCP-Protocol-Version", REVISION, "X-User-Id", user).result();
    }

    private Answer read(String uri, String user) {
        return client.post(McpClient.request("resources/read", McpClient.JSON.createObjectNode().put("uri", uri)).toString(), "X-User-Id",
                user);
    }

    @ParameterizedTest
    @ValueSource(strings = {REVISION, MODERN})
    void pagesReturnTheWholeResult(String revision) {
        JsonNode result = ask(revision, "tools/call", object("{\"name\":\"t_rows\"}"), "CallToolResult").result();
        JsonNode meta = result.at("/structuredContent/meta");
        assertThat(meta.get("truncated").asBoolean()).isTrue();
        assertThat(meta.get("returned").asInt()).isEqualTo(result.at("/structuredContent/data").size()).isLessThan(ROWS);
        assertThat(meta.get("total").asInt()).isEqualTo(ROWS);
        assertThat(result.at("/content/1/type").asText()).isEqualTo("resource_link");
        String uri = result.at("/content/1/uri").asText();
        assertThat(uri).startsWith("caravan:///results/").isEqualTo(meta.get("result").asText());

        List<Integer> ids = new ArrayList<>();
        for (String next = uri; next != null; ) {
            JsonNode page = page(revision, next);
            assertThat(page.get("total").asInt()).isEqualTo(ROWS);
            assertThat(page.get("offset").asInt()).isEqualTo(ids.size());
            page.get("data").forEach(row -> ids.add(row.get("id").asInt()));
            next = page.path("next").textValue();
        }
        assertThat(ids).hasSize(ROWS).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void queryReturnsParts() {
        String uri = called("local").at("/structuredContent/meta/result").asText();

        assertThat(page(REVISION, uri + "?query=" + encoded("[?id > `4997`].id")).get("data").toString()).isEqualTo("[4998,4999]");
        assertThat(page(REVISION, uri + "?query=" + encoded("length(@)")).get("data").asInt()).isEqualTo(ROWS);
        JsonNode texts = page(REVISION, uri + "?offset=4990&query=" + encoded("[].text"));
        assertThat(texts.get("returned").asInt()).isEqualTo(10);
        JsonNode first = page(REVISION, uri + "?query=" + encoded("[].text"));
        assertThat(page(REVISION, first.get("next").asText()).at("/data/0").asText())
                .isEqualTo("row number " + first.get("returned") + " of a result that is too large");
        assertThat(page(REVISION, uri + "?offset=9000").get("returned").asInt()).isZero();
        assertThat(read(uri + "?query=" + encoded("[?"), "local").error().get("message").asText()).contains("query can't be parsed");
        assertThat(read(uri + "?offset=x", "local").error().get("message").asText()).contains("offset");
        assertThat(read(uri + "?page=1", "local").error().get("code").asInt()).isEqualTo(-32002);
    }

    @ParameterizedTest
    @ValueSource(strings = {"[to_number('1.1e149999'),to_number('1.1e-149999')]|[@,@][]|[@,@][]|[@,@][]|[@,@][]|[@,@][]|sum(@)",
        "[to_number('NINES')]|sum(@)", "[`1e999999`,`1e-999999`]|sum(@)",
        "`NINES`"})
    void numberOfAQueryHasAtMostAThousandDigits(String query) {
        String uri = called("local").at("/structuredContent/meta/result").asText();
        long start = System.nanoTime();

        JsonNode error = read(uri + "?query=" + encoded(query.replace("NINES", "9".repeat(1_001))), "local").error();

        assertThat(System.nanoTime() - start).isLessThan(2_000_000_000L);
        assertThat(error.get("code").asInt()).isEqualTo(-32602);
        assertThat(error.get("message").asText()).contains("query");
    }

    @Test
    void otherCallersDoNotFindIt() {
        String uri = called("owner").at("/structuredContent/meta/result").asText();

        assertThat(page(read(uri, "owner")).get("total").asInt()).isEqualTo(ROWS);
        assertThat(read(uri, "somebody").error().get("code").asInt()).isEqualTo(-32002);
        assertThat(read("caravan:///results/none", "owner").error().get("code").asInt()).isEqualTo(-32002);
    }

    @Test
    void singleValueIsReadInParts() throws Exception {
        routes.add("t_text", "ai-tool:t_text", "maxResult: 1KB", "- setBody: {constant: " + "x".repeat(120_000) + "}");
        Answer answer = client.call("t_text", object("{}"), "MCP-Protocol-Version", REVISION);
        JsonNode error = answer.result().at("/structuredContent/error");
        assertThat(answer.result().get("isError").asBoolean()).isTrue();
        assertThat(error.get("message").asText()).contains("120");

        StringBuilder text = new StringBuilder();
        for (String next = error.at("/detail/result").asText(); next != null; ) {
            JsonNode page = page(REVISION, next);
            text.append(page.get("text").asText());
            next = page.path("next").textValue();
        }
        assertThat(text.toString()).isEqualTo('"' + "x".repeat(120_000) + '"');
    }

    @Test
    void oldRevisionsGetNoLink() {
        JsonNode result = client.legacy("2025-03-26", "tools/call", object("{\"name\":\"t_rows\"}"), "CallToolResult").result();

        assertThat(result.get("content")).hasSize(1);
        assertThat(result.at("/structuredContent/meta").has("result")).isFalse();
        assertThat(client.call("t_rows", object("{}"), "MCP-Protocol-Version", "2025-06-18").result().get("content")).hasSize(2);
    }

    private static String encoded(String query) {
        return URLEncoder.encode(query, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
