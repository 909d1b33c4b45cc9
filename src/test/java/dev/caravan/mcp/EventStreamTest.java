package dev.caravan.mcp;

import static dev.caravan.McpClient.MODERN;
import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.OwnRoutes;
import dev.caravan.StreamClient;
import java.util.stream.Stream;
import org.apache.camel.CamelContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A GET is answered with an event stream that is kept alive, or with an error that says why not. */
class EventStreamTest extends OpenStreamsTest {

    private final CamelContext context = bean(CamelContext.class);

    @Test
    void answerIsAnEventStreamWithHeartbeats() throws Exception {
        StreamClient stream = open();

        assertThat(stream.status()).isEqualTo(200);
        assertThat(stream.header("Content-Type")).isEqualTo("text/event-stream");
        assertThat(stream.header("Cache-Control")).isEqualTo("no-cache, no-transform");
        assertThat(stream.header("X-Accel-Buffering")).isEqualTo("no");
        assertThat(Stream.of(1, 2, 3, 4, 5).map(i -> raw(stream))).filteredOn(": keep-alive"::equals).hasSizeGreaterThan(2);
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"2025-03-26", "2025-06-18", "2025-11-25", " 2025-11-25"})
    void everyLegacyRevisionHasTheGetStream(String revision) throws Exception {
        assertThat(open("MCP-Protocol-Version", revision).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/json, text/event-stream", "text/event-stream;charset=utf-8", "text/*", "*/*"})
    void clientsThatAcceptAnEventStreamGetIt(String accept) throws Exception {
        assertThat(open("Accept", accept).status()).isEqualTo(200);
    }

    static Stream<Arguments> refusals() {
        return Stream.of(
                Arguments.of(406, null, new String[]{"Accept", null}),
                Arguments.of(406, null, new String[]{"Accept", "application/json"}),
                Arguments.of(406, null, new String[]{"Accept", "text/event-stream;q=0"}),
                Arguments.of(406, null, new String[]{"Accept", "what?"}),
                Arguments.of(405, "POST", new String[]{"MCP-Protocol-Version", MODERN}),
                Arguments.of(405, "POST", new String[]{"MCP-Protocol-Version", "2024-11-05"}),
                Arguments.of(405, "POST", new String[]{"MCP-Protocol-Version", "x", "Accept", "text/plain"}),
                Arguments.of(403, null, new String[]{"Origin", "http://evil.example.com"}),
                Arguments.of(403, null, new String[]{"Host", "evil.example.com"}));
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void otherRequestsAreRefusedWithAnError(int status, String allow, String[] headers) throws Exception {
        StreamClient refused = open(headers);

        assertThat(refused.status()).isEqualTo(status);
        assertThat(refused.header("Allow")).isEqualTo(allow);
        JsonNode error = object(refused.body());
        assertThat(error.get("jsonrpc").asText()).isEqualTo("2.0");
        assertThat(error.at("/error/code").asInt()).isEqualTo(-32600);
        assertThat(error.at("/error/message").asText()).isNotBlank();
        assertThat(streams()).isZero();
    }

    @Test
    void allowedOriginMayListen() throws Exception {
        StreamClient stream = open("Origin", "http://localhost:6274");

        assertThat(stream.status()).isEqualTo(200);
        assertThat(stream.header("Access-Control-Allow-Origin")).isEqualTo("http://localhost:6274");
    }

    @Test
    void withoutInstancesAddressesWithAKeyAreNotFound() throws Exception {
        try (OwnRoutes routes = new OwnRoutes(context)) {
            routes.add("keyed", "undertow:http://127.0.0.1:" + port() + "/keyed/{api_key}",
                    "handlers: \"#httpGuard,#eventStreams\"\n        undertowHttpBinding: \"#jsonRpcBinding\"", "- to: direct:mcp");
            StreamClient refused = StreamClient.open(port(), "/keyed/abc");
            opened.add(refused);

            assertThat(refused.status()).isEqualTo(404);
            assertThat(object(refused.body()).at("/error/code").asInt()).isEqualTo(-32600);
        }
    }
}
