package dev.caravan.mcp;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.GatewayTest;
import dev.caravan.McpClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a request is called, which trace it is of and in which language it asks goes into answers, logs and headers: only what looks like
 * one does.
 */
class RequestLabelsTest extends GatewayTest {

    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";

    @Test
    void idHasAtMostAThousandCharacters() {
        String longest = "x".repeat(1_000);
        assertThat(ping("\"" + longest + "\"").get("id").textValue()).isEqualTo(longest);

        JsonNode refused = ping("\"" + longest + "x\"");
        assertThat(refused.at("/error/code").intValue()).isEqualTo(-32600);
        assertThat(refused.at("/error/message").textValue()).contains("1000 characters");
        assertThat(refused.path("id").isNull() || refused.path("id").isMissingNode()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.5", "true", "{}", "[]", "null"})
    void idIsAStringOrAnInteger(String id) {
        assertThat(ping(id).at("/error/code").intValue()).isEqualTo(-32600);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "00-" + TRACE, "00-" + TRACE + "-00f067aa0ba902b7", "ff-" + TRACE + "-00f067aa0ba902b7-01",
        "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
        "00-" + TRACE + "-0000000000000000-01", "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
        "00-" + TRACE + "-00f067aa0ba902b7-01\r\nX-Evil: 1"})
    void invalidTraceparentStartsANewTrace(String traceparent) {
        assertThat(traceId(traceparent)).matches("[0-9a-f]{32}").isNotEqualTo(TRACE);
    }

    @Test
    void traceparentHasALengthLimit() {
        String good = "00-" + TRACE + "-00f067aa0ba902b7-01";
        assertThat(traceId(good)).isEqualTo(TRACE);
        assertThat(traceId("01" + good.substring(2) + "-" + "x".repeat(200))).isEqualTo(TRACE);
        assertThat(traceId("01" + good.substring(2) + "-" + "x".repeat(201))).isNotEqualTo(TRACE);
    }

    @Test
    void languageHasALengthLimit() {
        assertThat(message("zh")).isNotEqualTo(message(null));
        assertThat(message("zh" + " ".repeat(254))).isEqualTo(message("zh"));
        for (String other : new String[] {"zh" + " ".repeat(255), "zh\r\nX-Evil: 1", "zh\u0000", "中文", "zh;q=x"}) {
            assertThat(message(other)).as(other).isEqualTo(message(null));
        }
    }

    private JsonNode ping(String id) {
        return client.post("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"ping\"}").json();
    }

    private String traceId(String traceparent) {
        return call(object("{}").put("traceparent", traceparent)).at("/result/_meta/traceId").textValue();
    }

    /** Of the error that a tool answers. */
    private String message(String locale) {
        ObjectNode meta = object("{}");
        return call(locale == null ? meta : meta.put("locale", locale)).at("/result/structuredContent/error/message").textValue();
    }

    private JsonNode call(ObjectNode meta) {
        ObjectNode params = object("{\"name\":\"mongo_find_by_id\",\"arguments\":{}}");
        params.set("_meta", meta);
        return client.post(McpClient.request("tools/call", params).toString()).json();
    }
}
