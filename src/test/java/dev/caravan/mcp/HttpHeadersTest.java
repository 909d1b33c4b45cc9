package dev.caravan.mcp;

import static dev.caravan.McpClient.JSON;
import static dev.caravan.McpClient.MODERN;
import static dev.caravan.McpClient.object;
import static dev.caravan.mcp.ModernMeta.META;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.GatewayTest;
import dev.caravan.McpClient;
import dev.caravan.McpClient.Answer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Headers of HTTP are read and answered as the specification says, and no request header comes back. */
class HttpHeadersTest extends GatewayTest {

    @ParameterizedTest
    @ValueSource(strings = {"mongo_find_all", " mongo_find_all ", "=?base64?bW9uZ29fZmluZF9hbGw=?="})
    void mirroredNamesMayBeEncodedAndPadded(String header) {
        ObjectNode params = object(META).put("name", "mongo_find_all");

        Answer answer = client.post(McpClient.request("tools/call", params).toString(),
                "mcp-protocol-version", MODERN, "MCP-METHOD", "tools/call", "Mcp-Name", header);

        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    }

    @Test
    void queryParametersDoNotPoseAsHeaders() throws Exception {
        var request = java.net.http.HttpRequest.newBuilder(java.net.URI.create("http://127.0.0.1:" + port() + "/mcp?Mcp-Method=tools/list"))
                .header("Content-Type", "application/json").header("MCP-Protocol-Version", MODERN)
                .POST(java.net.http.HttpRequest.BodyPublishers.ofString(
                        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\",\"params\":" + META + "}"))
                .build();
        var answer = java.net.http.HttpClient.newHttpClient().send(request, java.net.http.HttpResponse.BodyHandlers.ofString());

        assertThat(JSON.readTree(answer.body()).at("/error/code").asInt()).isEqualTo(-32020);
    }

    @ParameterizedTest
    @ValueSource(strings = {"DELETE", "PUT", "HEAD", "OPTIONS"})
    void otherHttpMethodsAreRefusedWithAllow(String method) {
        Answer answer = client.send(method, null);

        assertThat(answer.status()).isEqualTo(405);
        assertThat(answer.headers().get("allow")).containsExactly("GET, POST, DELETE");
    }

    @Test
    void responsesContainNoRequestHeaders() {
        Answer answer = client.post("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}", "Authorization", "Bearer secret", "X-Mine",
                "mine",
                "traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");

        assertThat(answer.headers().keySet()).isSubsetOf("connection", "content-type", "content-length", "date");
    }

    @Test
    void callUsesTheTraceIdOfTheCaller() {
        JsonNode envelope = client.envelope("mongo_find_all", object("{}"), "traceparent",
                "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");

        assertThat(envelope.at("/meta/traceId").asText()).isEqualTo("0af7651916cd43dd8448eb211c80319c");
    }

    @Test
    void allowedOriginsGetCorsHeaders() {
        Answer preflight = client.send("OPTIONS", null, "Origin", "http://localhost:6274");
        Answer answer = client.post("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}", "Origin", "http://localhost:6274");

        assertThat(preflight.status()).isEqualTo(204);
        assertThat(preflight.headers().get("access-control-allow-methods")).containsExactly("GET, POST, DELETE");
        assertThat(preflight.headers().get("access-control-allow-headers").get(0)).contains("Mcp-Method");
        assertThat(answer.headers().get("access-control-allow-origin")).containsExactly("http://localhost:6274");
    }
}
