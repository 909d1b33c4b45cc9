package dev.caravan.mcp;

import static dev.caravan.McpClient.JSON;
import static dev.caravan.McpClient.MODERN;
import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.GatewayTest;
import dev.caravan.McpClient;
import dev.caravan.McpClient.Answer;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProtocolTest extends GatewayTest {

    private static final String META = "{\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\",\"io.modelcontextprotocol/clientCapabilities\":{}}}";

    @ParameterizedTest
    @CsvSource({"2025-03-26,2025-03-26", "2025-06-18,2025-06-18", "2025-11-25,2025-11-25", "2026-07-28,2025-11-25", "1999-01-01,2025-11-25"})
    void initializeNegotiatesALegacyRevision(String asked, String answered) {
        ObjectNode params = object("{\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}").put("protocolVersion", asked);

        JsonNode result = client.legacy(null, "initialize", params, "InitializeResult").result();

        assertThat(result.get("protocolVersion").asText()).isEqualTo(answered);
        assertThat(result.at("/serverInfo/name").asText()).isEqualTo("caravan");
        assertThat(result.at("/capabilities/tools/listChanged").asBoolean()).isTrue();
        assertThat(result.at("/capabilities/resources/listChanged").asBoolean()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"2025-03-26", "2025-06-18", "2025-11-25"})
    void legacyClientsPingListAndCall(String revision) {
        assertThat(client.legacy(revision, "ping", null, "EmptyResult").result()).isEmpty();
        JsonNode list = client.legacy(revision, "tools/list", object("{}"), "ListToolsResult").result();
        assertThat(list.get("tools")).extracting(tool -> tool.get("name").asText()).contains("mongo_find_by_id").isSorted();
        assertThat(list.has("ttlMs")).isFalse();
        JsonNode called = client.legacy(revision, "tools/call", object("{\"name\":\"mongo_find_all\"}"), "CallToolResult").result();
        assertThat(called.get("isError").asBoolean()).isFalse();
        assertThat(called.has("resultType")).isFalse();
    }

    @Test
    void modernClientsDiscoverListAndCall() {
        JsonNode discovered = client.modern("server/discover", null, "DiscoverResult").result();
        assertThat(discovered.get("supportedVersions").toString()).isEqualTo("[\"2026-07-28\",\"2025-11-25\",\"2025-06-18\",\"2025-03-26\"]");
        assertThat(discovered.at("/_meta/io.modelcontextprotocol~1serverInfo/name").asText()).isEqualTo("caravan");
        assertThat(discovered.at("/capabilities/tools")).isEqualTo(object("{\"listChanged\":true}"));
        assertThat(discovered.at("/capabilities/resources")).isEqualTo(object("{\"listChanged\":true,\"subscribe\":true}"));
        JsonNode list = client.modern("tools/list", null, "ListToolsResult").result();
        assertThat(list.get("ttlMs").isIntegralNumber()).isTrue();
        assertThat(list.get("cacheScope").asText()).isEqualTo("public");
        assertThat(list.get("resultType").asText()).isEqualTo("complete");
        JsonNode called = client.modern("tools/call", object("{\"name\":\"mongo_find_all\",\"arguments\":{}}"), "CallToolResult").result();
        assertThat(called.get("resultType").asText()).isEqualTo("complete");
        assertThat(called.at("/_meta/traceId").asText()).hasSize(32);
    }

    @ParameterizedTest
    @ValueSource(strings = {"initialize", "ping", "logging/setLevel", "resources/subscribe", "unknown/method", "notifications/x"})
    void theMethodNeverDecidesTheEra(String method) {
        Answer answer = client.modern(method, null, "EmptyResult");

        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.error().get("code").asInt()).isEqualTo(-32601);
        assertThat(answer.json().get("id").asInt()).isEqualTo(1);
    }

    static Stream<Arguments> refusals() {
        String list = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\",\"params\":" + META + "}";
        String call = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":" + META.replaceFirst("\\{", "{\"name\":\"mongo_find_all\",") + "}";
        String other = list.replace(MODERN, "v999.0.0");
        String ping = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";
        String v = "MCP-Protocol-Version";
        return Stream.of(
                Arguments.of("no body", "", 400, -32700, headers()),
                Arguments.of("not JSON", "{\"jsonrpc\":", 400, -32700, headers()),
                Arguments.of("trailing text", ping + "x", 400, -32700, headers()),
                Arguments.of("too deep", "[".repeat(101) + "]".repeat(101), 400, -32700, headers()),
                Arguments.of("unpaired surrogate", "{\"jsonrpc\":\"2.0\",\"id\":\"\\ud800\",\"method\":\"ping\"}", 400, -32700, headers()),
                Arguments.of("a number", "7", 400, -32600, headers()),
                Arguments.of("empty batch", "[]", 400, -32600, headers()),
                Arguments.of("batch in 2025-06-18", "[" + ping + "]", 400, -32600, headers(v, "2025-06-18")),
                Arguments.of("batch in 2026-07-28", "[" + list + "]", 400, -32600, headers(v, MODERN)),
                Arguments.of("no jsonrpc", "{\"id\":1,\"method\":\"ping\"}", 400, -32600, headers()),
                Arguments.of("null id", "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"}", 400, -32600, headers()),
                Arguments.of("fractional id", "{\"jsonrpc\":\"2.0\",\"id\":1.5,\"method\":\"ping\"}", 400, -32600, headers()),
                Arguments.of("numeric method", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":5}", 400, -32600, headers()),
                Arguments.of("no method", "{\"jsonrpc\":\"2.0\",\"id\":1}", 400, -32600, headers()),
                Arguments.of("text as params", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":\"x\"}", 400, -32600, headers()),
                Arguments.of("unknown method", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"zork\"}", 200, -32601, headers()),
                Arguments.of("unknown tool", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"zork\"}}", 200, -32602, headers()),
                Arguments.of("no name", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{}}", 200, -32602, headers()),
                Arguments.of("array as arguments", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"mongo_find_all\",\"arguments\":[]}}", 200, -32602, headers()),
                Arguments.of("foreign cursor", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\",\"params\":{\"cursor\":\"zork\"}}", 200, -32602, headers()),
                Arguments.of("unknown revision, no metadata", ping, 400, -32602, headers(v, "1.0")),
                Arguments.of("modern header, no metadata", ping, 400, -32602, headers(v, MODERN)),
                Arguments.of("no capabilities", list.replace("clientCapabilities", "x"), 400, -32602, headers(v, MODERN, "Mcp-Method", "tools/list")),
                Arguments.of("no version header", list, 400, -32020, headers("Mcp-Method", "tools/list")),
                Arguments.of("foreign version in the body alone", other, 400, -32020, headers(v, MODERN, "Mcp-Method", "tools/list")),
                Arguments.of("foreign version", other, 400, -32022, headers(v, "v999.0.0", "Mcp-Method", "tools/list")),
                Arguments.of("no Mcp-Method", list, 400, -32020, headers(v, MODERN)),
                Arguments.of("other Mcp-Method", list, 400, -32020, headers(v, MODERN, "Mcp-Method", "TOOLS/LIST")),
                Arguments.of("no Mcp-Name", call, 400, -32020, headers(v, MODERN, "Mcp-Method", "tools/call")),
                Arguments.of("other Mcp-Name", call, 400, -32020, headers(v, MODERN, "Mcp-Method", "tools/call", "Mcp-Name", "x")),
                Arguments.of("unpadded Mcp-Name", call, 400, -32020, headers(v, MODERN, "Mcp-Method", "tools/call", "Mcp-Name", "=?base64?bW9uZ29fZmluZF9hbGx4?x?=")),
                Arguments.of("content type", ping, 415, -32600, headers("Content-Type", "text/plain")),
                Arguments.of("form", "a=b", 415, -32600, headers("Content-Type", "application/x-www-form-urlencoded")),
                Arguments.of("no content type", ping, 415, -32600, headers("Content-Type", null)),
                Arguments.of("accept", ping, 406, -32600, headers("Accept", "text/html")),
                Arguments.of("origin", ping, 403, -32600, headers("Origin", "http://evil.example.com")),
                Arguments.of("oversized", " ".repeat(4 * 1024 * 1024 + 1), 413, -32600, headers()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("refusals")
    void whatTheSpecificationRefusesIsRefusedAsItSays(String what, String body, int status, int code, String[] headers) {
        Answer answer = client.post(body, headers);

        assertThat(answer.status()).as(answer.body()).isEqualTo(status);
        assertThat(answer.error().get("code").asInt()).as(answer.body()).isEqualTo(code);
        assertThat(answer.body()).doesNotContain("Exception").doesNotContain("dev.caravan");
        if (code == -32022) {
            assertThat(answer.error().at("/data/requested").asText()).isEqualTo("v999.0.0");
            assertThat(answer.error().at("/data/supported")).hasSize(4);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"mongo_find_all", " mongo_find_all ", "=?base64?bW9uZ29fZmluZF9hbGw=?="})
    void mirroredNamesMayBeEncodedAndPadded(String header) {
        ObjectNode params = object(META).put("name", "mongo_find_all");

        Answer answer = client.post(McpClient.request("tools/call", params).toString(),
                "mcp-protocol-version", MODERN, "MCP-METHOD", "tools/call", "Mcp-Name", header);

        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    }

    @Test
    void batchesAreAnsweredInOrderInTheRevisionThatHasThem() {
        Answer answer = client.post("""
                [{"jsonrpc":"2.0","id":"a","method":"ping"},{"jsonrpc":"2.0","method":"notifications/initialized"},
                 {"jsonrpc":"2.0","id":2,"method":"zork"},{"jsonrpc":"2.0","id":3,"method":"initialize","params":{"protocolVersion":"2025-03-26"}},
                 {"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"mongo_find_all"}}]""", "MCP-Protocol-Version", "2025-03-26");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.json().findValuesAsText("id").stream().limit(2)).containsExactly("a", "2");
        assertThat(answer.json().get(0).get("result")).isEmpty();
        assertThat(answer.json().at("/1/error/code").asInt()).isEqualTo(-32601);
        assertThat(answer.json().at("/2/error/code").asInt()).isEqualTo(-32600);
        assertThat(answer.json().at("/3/result/isError").asBoolean()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}", "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/unheard-of\"}",
        "{\"jsonrpc\":\"2.0\",\"id\":9,\"result\":{}}", "[{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}]"})
    void notificationsAndResponsesAreAcceptedInSilence(String body) {
        Answer answer = client.post(body);

        assertThat(answer.status()).isEqualTo(202);
        assertThat(answer.body()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"DELETE", "PUT", "HEAD", "OPTIONS"})
    void otherHttpMethodsAreRefusedWithWhatIsAllowed(String method) {
        Answer answer = client.send(method, null);

        assertThat(answer.status()).isEqualTo(405);
        assertThat(answer.headers().get("allow")).containsExactly("GET, POST, DELETE");
    }

    @Test
    void noRequestHeaderComesBack() {
        Answer answer = client.post("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}", "Authorization", "Bearer secret", "X-Mine", "mine",
                "traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");

        assertThat(answer.headers().keySet()).isSubsetOf("connection", "content-type", "content-length", "date");
    }

    /** Without a length in the head, the limit is found while reading; the client stops in the middle of what it announced. */
    @Test
    void aBodyInChunksThatIsTooLargeIsRefusedToo() throws Exception {
        try (Socket socket = new Socket("127.0.0.1", port())) {
            socket.setSoTimeout(10_000);
            OutputStream out = socket.getOutputStream();
            out.write(("POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
                    + "500000\r\n" + " ".repeat(4 * 1024 * 1024 + 2)).getBytes(StandardCharsets.US_ASCII));

            String answer = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8)).readLine();

            assertThat(answer).isEqualTo("HTTP/1.1 413 Request Entity Too Large");
        }
    }

    @Test
    void queryParametersDoNotPoseAsHeaders() throws Exception {
        var request = java.net.http.HttpRequest.newBuilder(java.net.URI.create("http://127.0.0.1:" + port() + "/mcp?Mcp-Method=tools/list"))
                .header("Content-Type", "application/json").header("MCP-Protocol-Version", MODERN)
                .POST(java.net.http.HttpRequest.BodyPublishers.ofString("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\",\"params\":" + META + "}")).build();
        var answer = java.net.http.HttpClient.newHttpClient().send(request, java.net.http.HttpResponse.BodyHandlers.ofString());

        assertThat(JSON.readTree(answer.body()).at("/error/code").asInt()).isEqualTo(-32020);
    }

    @Test
    void theTraceIdOfTheCallerIsTheCalls() {
        JsonNode envelope = client.envelope("mongo_find_all", object("{}"), "traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");

        assertThat(envelope.at("/meta/traceId").asText()).isEqualTo("0af7651916cd43dd8448eb211c80319c");
    }

    @Test
    void allowedOriginsAreSharedWith() {
        Answer preflight = client.send("OPTIONS", null, "Origin", "http://localhost:6274");
        Answer answer = client.post("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}", "Origin", "http://localhost:6274");

        assertThat(preflight.status()).isEqualTo(204);
        assertThat(preflight.headers().get("access-control-allow-methods")).containsExactly("GET, POST, DELETE");
        assertThat(preflight.headers().get("access-control-allow-headers").get(0)).contains("Mcp-Method");
        assertThat(answer.headers().get("access-control-allow-origin")).containsExactly("http://localhost:6274");
    }

    private static String[] headers(String... pairs) {
        return pairs;
    }
}
