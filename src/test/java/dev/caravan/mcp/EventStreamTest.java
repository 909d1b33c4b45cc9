package dev.caravan.mcp;

import static dev.caravan.McpClient.MODERN;
import static dev.caravan.McpClient.object;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.Caravan;
import dev.caravan.EditableGatewayTest;
import dev.caravan.GatewayTest;
import dev.caravan.McpClient;
import dev.caravan.OwnRoutes;
import dev.caravan.StreamClient;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.camel.CamelContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** Operators edit files; whoever listens hears that a list has changed, and sees the change when it lists. */
class EventStreamTest extends EditableGatewayTest {

    private static final String TOOLS = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}";
    private static final String RESOURCES = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/resources/list_changed\"}";

    private final List<StreamClient> opened = new ArrayList<>();

    @Autowired
    private MeterRegistry meters;

    @Autowired
    private CamelContext context;

    @AfterEach
    void leave() throws IOException {
        for (StreamClient stream : opened) {
            stream.close();
        }
        opened.clear();
        awaitStreams(0);
    }

    @Test
    void aToolThatComesChangesOrGoesIsHeardOf() throws Exception {
        StreamClient stream = open();

        save("a", tool("a", "first", "x"));
        hears(stream, TOOLS, "tools", "first");
        save("a", tool("a", "second", "x"));
        hears(stream, TOOLS, "tools", "second");
        delete("a");
        hears(stream, TOOLS, "tools");
    }

    @Test
    void aResourceThatComesChangesOrGoesIsHeardOf() throws Exception {
        StreamClient stream = open();

        save("a", resource("a", "first"));
        hears(stream, RESOURCES, "resources", "first");
        save("a", resource("a", "second"));
        hears(stream, RESOURCES, "resources", "second");
        delete("a");
        hears(stream, RESOURCES, "resources");
    }

    @Test
    void aRouteThatLooksTheSameIsNoNews() throws Exception {
        save("a", tool("a", "the same", "one"));
        await().atMost(20, SECONDS).until(() -> answer("a").equals("one"));
        StreamClient stream = open();
        stream.next(Duration.ofMillis(500));

        save("a", tool("a", "the same", "two"));

        await().atMost(20, SECONDS).until(() -> answer("a").equals("two"));
        assertThat(stream.next(Duration.ofMillis(500))).isNull();
    }

    @Test
    void aFileOfManyToolsIsHeardOfInFewEventsAndTheLastFollowsTheLastTool() throws Exception {
        StreamClient stream = open();
        long start = System.nanoTime();

        save("many", String.join("", IntStream.range(0, 100).mapToObj(i -> tool("many_" + i, "tool " + i, "x")).toList()));

        int events = 0;
        do {
            assertThat(stream.next()).isEqualTo(TOOLS);
            events++;
        } while (list("tools").size() < 100);
        for (String more = stream.next(Duration.ofMillis(500)); more != null; more = stream.next(Duration.ofMillis(500))) {
            events++;
        }
        assertThat((long) events).isLessThanOrEqualTo(1 + (System.nanoTime() - start) / 100_000_000).isLessThan(100);
    }

    @Test
    void theAnswerIsAnEventStreamThatIsKeptAlive() throws Exception {
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
    void everyLegacyRevisionHasTheStream(String revision) throws Exception {
        assertThat(open("MCP-Protocol-Version", revision).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/json, text/event-stream", "text/event-stream;charset=utf-8", "text/*", "*/*"})
    void whoeverTakesAnEventStreamGetsIt(String accept) throws Exception {
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
                Arguments.of(405, "POST", new String[]{"MCP-Protocol-Version", "x", "Accept", "text/html"}),
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
    void anAllowedOriginMayListen() throws Exception {
        StreamClient stream = open("Origin", "http://localhost:6274");

        assertThat(stream.status()).isEqualTo(200);
        assertThat(stream.header("Access-Control-Allow-Origin")).isEqualTo("http://localhost:6274");
    }

    @Test
    void fiveHundredStreamsCostNoThreadsAndAllHear() throws Exception {
        open();
        int before = ManagementFactory.getThreadMXBean().getThreadCount();
        for (int i = 1; i < 500; i++) {
            assertThat(open().status()).isEqualTo(200);
        }

        assertThat(streams()).isEqualTo(500);
        assertThat(ManagementFactory.getThreadMXBean().getThreadCount()).isLessThan(before + 50);
        save("a", tool("a", "for all", "x"));
        for (StreamClient stream : opened) {
            assertThat(stream.next()).isEqualTo(TOOLS);
        }
    }

    @Test
    void oneStreamMoreThanThereMayBeIsRefusedUntilAnotherLeaves() throws Exception {
        for (int i = 0; i < MAX_STREAMS; i++) {
            open();
        }

        StreamClient refused = open();

        assertThat(refused.status()).isEqualTo(503);
        assertThat(object(refused.body()).at("/error/code").asInt()).isEqualTo(-32603);
        opened.get(0).close();
        awaitStreams(MAX_STREAMS - 1);
        assertThat(open().status()).isEqualTo(200);
    }

    @Test
    void whoHasLeftIsForgotten() throws Exception {
        StreamClient stays = open();
        StreamClient leaves = open();
        awaitStreams(2);

        leaves.close();

        awaitStreams(1);
        assertThat(raw(stays)).isNotEqualTo(StreamClient.END);
    }

    @Test
    void anEditOfTheEntryLeavesStreamsOpen() throws Exception {
        StreamClient before = open();
        Path entry = routes().resolve("entry/http.camel.yaml");

        Files.writeString(entry, Files.readString(entry).replace("description: ", "description: Edited. "));

        await().atMost(20, SECONDS).until(() -> context.getRoute("entry-http").getDescription().startsWith("Edited."));
        StreamClient after = open();
        assertThat(after.status()).isEqualTo(200);
        save("a", tool("a", "after the edit", "x"));
        assertThat(after.next()).isEqualTo(TOOLS);
        assertThat(before.next()).as("the port was held open by the other routes on it").isEqualTo(TOOLS);
    }

    @Test
    void withoutInstancesThereIsNothingAtAnAddressWithAKey() throws Exception {
        try (OwnRoutes routes = new OwnRoutes(context)) {
            routes.add("keyed", "undertow:http://127.0.0.1:" + port() + "/keyed/{api_key}",
                    "handlers: \"#httpGuard,#eventStreams\"\n        undertowHttpBinding: \"#jsonRpcBinding\"", "- to: direct:mcp");
            StreamClient refused = StreamClient.open(port(), "/keyed/abc");
            opened.add(refused);

            assertThat(refused.status()).isEqualTo(404);
            assertThat(object(refused.body()).at("/error/code").asInt()).isEqualTo(-32600);
        }
    }

    @Test
    void theGatewayEndsItsStreamsWhenItStopsAndDoesNotWaitForThem() throws Exception {
        int port = GatewayTest.freePort();
        ConfigurableApplicationContext gateway = new SpringApplicationBuilder(Caravan.class).run("--caravan.http.port=" + port,
                "--server.port=0", "--caravan.routes.directory=" + EditableGatewayTest.entries(), "--spring.jmx.enabled=false");
        List<StreamClient> streams = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            streams.add(StreamClient.open(port, "/mcp"));
        }
        streams.add(StreamClient.deaf(port));
        long start = System.nanoTime();

        gateway.close();

        // Camel would wait for ten seconds for what is under way
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
        for (StreamClient stream : streams.subList(0, 50)) {
            assertThat(stream.next()).isEqualTo(StreamClient.END);
            stream.close();
        }
        streams.get(50).close();
    }

    private StreamClient open(String... headers) throws IOException {
        StreamClient stream = StreamClient.open(port(), "/mcp", headers);
        opened.add(stream);
        return stream;
    }

    private static String raw(StreamClient stream) {
        try {
            return stream.nextRaw();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whoever lists at each event sees the change in the end; an event may still be of what came before. */
    private void hears(StreamClient stream, String event, String kind, String... descriptions) throws IOException {
        do {
            assertThat(stream.next()).isEqualTo(event);
        } while (!list(kind).equals(List.of(descriptions)));
    }

    private int streams() {
        return (int) meters.get("caravan.http.streams").gauge().value();
    }

    private void awaitStreams(int number) {
        await().atMost(20, SECONDS).pollInterval(20, MILLISECONDS).until(() -> streams() == number);
    }

    private String answer(String tool) {
        return client.post(McpClient.request("tools/call", object("{}").put("name", tool)).toString()).json()
                .at("/result/structuredContent/data").asText();
    }
}
