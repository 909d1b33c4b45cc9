package dev.caravan.mcp;

import static dev.caravan.McpClient.MODERN;
import static dev.caravan.mcp.ModernMeta.META;
import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.GatewayTest;
import dev.caravan.McpClient.Answer;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What the specification refuses is refused with the status and the code that it says. */
class RefusedRequestsTest extends GatewayTest {

    static Stream<Arguments> refusals() {
        String list = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\",\"params\":" + META + "}";
        String call = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":"
                + META.replaceFirst("\\{", "{\"name\":\"mongo_find_all\",") + "}";
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
                Arguments.of("text as params", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":\"x\"}", 400, -32600,
                        headers()),
                Arguments.of("unknown method", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"zork\"}", 200, -32601, headers()),
                Arguments.of("unknown tool", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"zork\"}}", 200,
                        -32602, headers()),
                Arguments.of("no name", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{}}", 200, -32602, headers()),
                Arguments.of("array as arguments",
                        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"mongo_find_all\",\"arguments\":[]}"
                                + "}",
                        200, -32602, headers()),
                Arguments.of("foreign cursor", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\",\"params\":{\"cursor\":\"zork\"}}",
                        200, -32602, headers()),
                Arguments.of("unknown revision, no metadata", ping, 400, -32022, headers(v, "v999.0.0")),
                Arguments.of("modern header, no metadata", ping, 400, -32602, headers(v, MODERN)),
                Arguments.of("no capabilities", list.replace("clientCapabilities", "x"), 400, -32602,
                        headers(v, MODERN, "Mcp-Method", "tools/list")),
                Arguments.of("no version header", list, 400, -32020, headers("Mcp-Method", "tools/list")),
                Arguments.of("foreign version in the body alone", other, 400, -32020, headers(v, MODERN, "Mcp-Method", "tools/list")),
                Arguments.of("foreign version", other, 400, -32022, headers(v, "v999.0.0", "Mcp-Method", "tools/list")),
                Arguments.of("no Mcp-Method", list, 400, -32020, headers(v, MODERN)),
                Arguments.of("other Mcp-Method", list, 400, -32020, headers(v, MODERN, "Mcp-Method", "TOOLS/LIST")),
                Arguments.of("no Mcp-Name", call, 400, -32020, headers(v, MODERN, "Mcp-Method", "tools/call")),
                Arguments.of("other Mcp-Name", call, 400, -32020, headers(v, MODERN, "Mcp-Method", "tools/call", "Mcp-Name", "x")),
                Arguments.of("unpadded Mcp-Name", call, 400, -32020,
                        headers(v, MODERN, "Mcp-Method", "tools/call", "Mcp-Name", "=?base64?bW9uZ29fZmluZF9hbGx4?x?=")),
                Arguments.of("content type", ping, 415, -32600, headers("Content-Type", "text/plain")),
                Arguments.of("form", "a=b", 415, -32600, headers("Content-Type", "application/x-www-form-urlencoded")),
                Arguments.of("no content type", ping, 415, -32600, headers("Content-Type", null)),
                Arguments.of("accept", ping, 406, -32600, headers("Accept", "text/html")),
                Arguments.of("origin", ping, 403, -32600, headers("Origin", "http://evil.example.com")),
                Arguments.of("oversized", " ".repeat(4 * 1024 * 1024 + 1), 413, -32600, headers()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("refusals")
    void refusalsFollowTheSpecification(String what, String body, int status, int code, String[] headers) {
        Answer answer = client.post(body, headers);

        assertThat(answer.status()).as(answer.body()).isEqualTo(status);
        assertThat(answer.error().get("code").asInt()).as(answer.body()).isEqualTo(code);
        assertThat(answer.body()).doesNotContain("Exception").doesNotContain("dev.caravan");
        if (code == -32022) {
            assertThat(answer.error().at("/data/requested").asText()).isEqualTo("v999.0.0");
            assertThat(answer.error().at("/data/supported")).hasSize(4);
        }
    }

    /** Without a length in the head, the limit is found while reading; the client stops in the middle of what it announced. */
    @Test
    void tooLargeChunkedBodyIsRefused() throws Exception {
        try (Socket socket = new Socket("127.0.0.1", port())) {
            socket.setSoTimeout(10_000);
            OutputStream out = socket.getOutputStream();
            out.write(("POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
                    + "500000\r\n" + " ".repeat(4 * 1024 * 1024 + 2)).getBytes(StandardCharsets.US_ASCII));

            String answer = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8)).readLine();

            assertThat(answer).isEqualTo("HTTP/1.1 413 Request Entity Too Large");
        }
    }

    /** The refusal is known by the head alone. Closing at once would reset the connection, and the client would lose the answer. */
    @RepeatedTest(10)
    void clientReadsTheRefusalAfterSendingATooLargeBody() throws Exception {
        byte[] body = new byte[8 * 1024 * 1024];
        try (Socket socket = new Socket("127.0.0.1", port())) {
            socket.setSoTimeout(10_000);
            OutputStream out = socket.getOutputStream();
            out.write(("POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: " + body.length
                    + "\r\n\r\n")
                    .getBytes(StandardCharsets.US_ASCII));
            out.write(body);

            String all = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

            assertThat(all).startsWith("HTTP/1.1 413 ").containsIgnoringCase("connection: close").contains("The body is larger than")
                    .as("its end is known without that of the connection")
                    .containsIgnoringCase("content-length: " + all.split("\r\n\r\n")[1].length() + "\r\n");
        }
    }

    private static String[] headers(String... pairs) {
        return pairs;
    }
}
