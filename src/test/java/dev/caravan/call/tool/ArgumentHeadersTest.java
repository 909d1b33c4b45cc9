package dev.caravan.call.tool;

import static dev.caravan.McpClient.JSON;
import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.EditableGatewayTest;
import dev.caravan.McpClient.Answer;
import dev.caravan.OwnRoutes;
import org.apache.camel.CamelContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Arguments that headers repeat (MCP 2026-07-28, x-mcp-header). */
class ArgumentHeadersTest extends EditableGatewayTest {

    private static final String SCHEMA = """
            argSchema: '{"type":"object","properties":{"region":{"type":"string","x-mcp-header":"Region"},"seats":{"type":"integer",\
            "x-mcp-header":"Seats"},\
            "urgent":{"type":"boolean","x-mcp-header":"Urgent"},"guest":{"type":"object","properties":{"name":{"type":"string",\
            "x-mcp-header":"Guest"}}}}}'""";

    private final CamelContext context = bean(CamelContext.class);

    private OwnRoutes routes;

    @BeforeEach
    void addRoute() throws Exception {
        routes = new OwnRoutes(context);
        routes.add("book", "ai-tool:book", SCHEMA, "- setBody: {constant: booked}");
    }

    @AfterEach
    void removeRoutes() throws Exception {
        routes.close();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", value = {
        "{}|-|-",
        "{\"region\":null}|-|-",
        "{\"region\":\"eu west\"}|Mcp-Param-Region|eu west",
        "{\"region\":\"eu\"}|mcp-param-REGION|eu",
        "{\"region\":\"Hello\"}|Mcp-Param-Region|=?base64?SGVsbG8=?=",
        "{\"region\":\"北京\"}|Mcp-Param-Region|=?base64?5YyX5Lqs?=",
        "{\"region\":\"SGVsbG8=\"}|Mcp-Param-Region|SGVsbG8=",
        "{\"region\":\"=?base64?SGVsbG8=\"}|Mcp-Param-Region|=?base64?SGVsbG8=",
        "{\"seats\":42}|Mcp-Param-Seats|42",
        "{\"seats\":42}|Mcp-Param-Seats|42.0",
        "{\"seats\":42.0}|Mcp-Param-Seats|42",
        "{\"seats\":9007199254740993}|Mcp-Param-Seats|9007199254740993",
        "{\"urgent\":false}|Mcp-Param-Urgent|false",
        "{\"guest\":{\"name\":\"Ada\"}}|Mcp-Param-Guest|Ada",
        "{}|Mcp-Param-Unknown|whatever"})
    void headerEqualToTheArgumentIsAccepted(String arguments, String header, String value) {
        Answer answer = header == null ? call(arguments) : call(arguments, header, value);

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.result().has("content")).isTrue();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", value = {
        "{\"region\":\"eu\"}|-|-",
        "{\"region\":\"eu\"}|Mcp-Param-Region|us",
        "{\"region\":\"eu\"}|Mcp-Param-Region|EU",
        "{}|Mcp-Param-Region|eu",
        "{\"region\":null}|Mcp-Param-Region|null",
        "{\"region\":\"Hello\"}|Mcp-Param-Region|=?base64?SGVsbG8?=",
        "{\"region\":\"Hello\"}|Mcp-Param-Region|=?base64?SGVs!!!bG8=?=",
        "{\"region\":\"Hello\"}|Mcp-Param-Region|=?base64?/////w==?=",
        "{\"seats\":42}|Mcp-Param-Seats|43",
        "{\"seats\":9007199254740993}|Mcp-Param-Seats|9007199254740992",
        "{\"seats\":42}|Mcp-Param-Seats|forty-two",
        "{\"seats\":1}|Mcp-Param-Seats|1e1000000000",
        "{\"urgent\":true}|Mcp-Param-Urgent|1",
        "{\"guest\":{\"name\":\"Ada\"}}|Mcp-Param-Guest|Eve",
        "{\"guest\":{\"name\":\"Ada\"}}|-|-"})
    void missingOrDifferentHeaderIsRefused(String arguments, String header, String value) {
        Answer answer = header == null ? call(arguments) : call(arguments, header, value);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.error().get("code").asInt()).isEqualTo(-32020);
        assertThat(answer.json().get("id").asInt()).isEqualTo(1);
    }

    @Test
    void legacyClientsNeedNoHeader() {
        Answer answer = client.call("book", object("{\"region\":\"eu\"}"), "Mcp-Param-Region", "us");

        assertThat(answer.result().get("isError").asBoolean()).isFalse();
    }

    @Test
    void optionOfTheParameterDeclaresTheHeader() throws Exception {
        routes.add("seat", "ai-tool:seat", "parameter.row: string\n        parameter.row.x-mcp-header: Row", "- setBody: {constant: x}");

        ObjectNode params = object("{\"name\":\"seat\",\"arguments\":{\"row\":\"7\"}}");
        assertThat(client.modern("tools/call", params, JSON.createObjectNode(), "CallToolResult", "Mcp-Param-Row", "7").status())
                .isEqualTo(200);
        assertThat(client.modern("tools/call", params, JSON.createObjectNode(), "CallToolResult").error().get("code").asInt())
                .isEqualTo(-32020);
    }

    @Test
    void corsAllowsTheHeaders() {
        Answer answer = client.send("OPTIONS", null, "Origin", "http://localhost:6274", "Access-Control-Request-Method", "POST",
                "Access-Control-Request-Headers", "content-type,mcp-param-region,x-evil");

        assertThat(answer.headers().get("access-control-allow-headers").get(0)).contains("mcp-param-region").doesNotContain("x-evil");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\",\"x-mcp-header\":\"\"}}}|must be a header name",
        "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\",\"x-mcp-header\":\"A B\"}}}|must be a header name",
        "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\",\"x-mcp-header\":7}}}|must be a header name",
        "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"number\",\"x-mcp-header\":\"A\"}}}|of type string, integer or boolean",
        "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"object\",\"x-mcp-header\":\"A\"}}}|of type string, integer or boolean",
        "{\"type\":\"object\",\"properties\":{\"a\":{\"x-mcp-header\":\"A\"}}}|of type string, integer or boolean",
        "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\",\"x-mcp-header\":\"A\"},\"b\":{\"type\":\"string\","
                + "\"x-mcp-header\":\"a\"}}}|used twice",
        "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"array\",\"items\":{\"type\":\"string\",\"x-mcp-header\":\"A\"}}}}|only "
                + "allowed for arguments below properties",
        "{\"type\":\"object\",\"properties\":{\"a\":{}},\"allOf\":[{\"properties\":{\"a\":{\"type\":\"string\",\"x-mcp-header\":\"A\"}}}]}"
                + "|only allowed for arguments below properties",
        "{\"type\":\"object\",\"$defs\":{\"d\":{\"type\":\"string\",\"x-mcp-header\":\"A\"}}}|only allowed for arguments below properties"})
    void invalidAnnotationIsRefused(String schema, String reason) {
        assertThatThrownBy(() -> routes.add("bad", "ai-tool:bad", "argSchema: '" + schema + "'", "- setBody: {constant: x}"))
                .hasStackTraceContaining(reason);
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "{\"type\":\"object\",\"properties\":{\"x-mcp-header\":{\"type\":\"string\"}}}",
        "{\"type\":\"object\",\"properties\":{\"a\":{\"const\":{\"x-mcp-header\":\"A B\"}}}}"})
    void similarTextIsNoAnnotation(String schema) throws Exception {
        routes.add("good", "ai-tool:good", "argSchema: '" + schema + "'", "- setBody: {constant: x}");

        assertThat(client.modern("tools/call", object("{\"name\":\"good\"}"), "CallToolResult").status()).isEqualTo(200);
    }

    private Answer call(String arguments, String... headers) {
        ObjectNode params = JSON.createObjectNode().put("name", "book");
        params.set("arguments", object(arguments));
        return client.modern("tools/call", params, JSON.createObjectNode(), "CallToolResult", headers);
    }
}
