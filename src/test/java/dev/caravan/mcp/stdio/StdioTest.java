package dev.caravan.mcp.stdio;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.EditableGatewayTest;
import dev.caravan.GatewayTest;
import dev.caravan.McpClient;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** One process, spoken to line by line; what the official clients do with it is ConversingClientsTest's. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class StdioTest {

    private static final int PORT = GatewayTest.freePort();
    private static final String MODERN = "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\",\"io.modelcontextprotocol/clientCapabilities\":{}}";

    private static Path routes;
    private static StdioGateway gateway;

    @BeforeAll
    static void start() throws Exception {
        routes = EditableGatewayTest.entries();
        Files.writeString(routes.resolve("edited/tools.camel.yaml"), """
                - route:
                    id: greet
                    from:
                      uri: ai-tool:greet
                      parameters: {parameter.name: string}
                      steps:
                        - setBody:
                            simple: 你好, ${body[name]}
                - route:
                    id: slow
                    from:
                      uri: ai-tool:slow
                      parameters: {timeout: 60s}
                      steps:
                        - delay: {constant: 3000}
                        - setBody: {constant: late}
                - route:
                    id: talkative
                    from:
                      uri: ai-tool:talkative
                      steps:
                        - to: log:talkative?level=WARN
                        - setBody: {constant: said}
                """);
        gateway = StdioGateway.start(routes, "--caravan.http.port=" + PORT, "--caravan.http.max-body=100KB");
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    private static String call(int id, String tool, String arguments) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"tools/call\",\"params\":{\"name\":\"" + tool + "\",\"arguments\":" + arguments + "," + MODERN + "}}";
    }

    private static String legacy(int id, String method, String params) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"" + method + "\",\"params\":" + params + "}";
    }

    @Test
    @Order(1)
    void modernRequestsNeedNoHeaders() throws Exception {
        gateway.send("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"server/discover\",\"params\":{" + MODERN + "}}");
        JsonNode discovered = gateway.next();
        McpClient.checkType(McpClient.MODERN, "DiscoverResult", discovered.get("result"));
        assertThat(discovered.at("/result/capabilities/tools/listChanged").asBoolean()).isTrue();

        gateway.send(call(2, "greet", "{\"name\":\"Ada\"}"));
        assertThat(gateway.answer(2).at("/result/structuredContent/data").asText()).isEqualTo("你好, Ada");
        assertThat(gateway.send(call(3, "nothing", "{}")).answer(3).at("/error/code").asInt()).isEqualTo(-32602);
    }

    @Test
    @Order(2)
    void whatIsNoMessageIsAnsweredAndTheNextOneIsRead() throws Exception {
        gateway.send("{\"jsonrpc\":");
        assertThat(gateway.next().at("/error/code").asInt()).isEqualTo(-32700);
        gateway.send(new byte[] {'"', (byte) 0xff, '"', '\n'});
        assertThat(gateway.next().at("/error/code").asInt()).isEqualTo(-32700);
        gateway.send("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"" + "x".repeat(200_000) + "\"}");
        JsonNode tooLong = gateway.next();
        assertThat(tooLong.at("/error/code").asInt()).isEqualTo(-32600);
        assertThat(tooLong.at("/error/message").asText()).contains("at most 102400 bytes");
        gateway.send("\r\n\n  \n");
        gateway.send("7");
        assertThat(gateway.next().at("/error/code").asInt()).isEqualTo(-32600);
        gateway.send((call(8, "greet", "{\"name\":\"Bob\"}") + "\r\n").getBytes(StandardCharsets.UTF_8));
        assertThat(gateway.answer(8).at("/result/structuredContent/data").asText()).isEqualTo("你好, Bob");
    }

    @Test
    @Order(3)
    void manyRequestsAreWorkedOnAtOnceAndOneThatIsCancelledIsNotAnswered() throws Exception {
        long start = System.nanoTime();
        for (int id = 100; id < 120; id++) {
            gateway.send(call(id, "slow", "{}"));
        }
        gateway.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":119}}");
        List<Integer> answered = new ArrayList<>();
        while (answered.size() < 19) {
            answered.add(gateway.next().get("id").asInt());
        }
        assertThat(answered).containsExactlyInAnyOrderElementsOf(IntStream.range(100, 119).boxed().toList());
        assertThat(System.nanoTime() - start).as("twenty of 3 s each").isLessThan(SECONDS.toNanos(40));
        assertThat(gateway.within(500)).isNull();
    }

    @Test
    @Order(4)
    void aListenerHearsOfALiveEditUntilItIsCancelled() throws Exception {
        gateway.send("{\"jsonrpc\":\"2.0\",\"id\":\"l\",\"method\":\"subscriptions/listen\",\"params\":{\"notifications\":{\"toolsListChanged\":true}," + MODERN + "}}");
        assertThat(gateway.next().get("method").asText()).isEqualTo("notifications/subscriptions/acknowledged");

        Files.writeString(routes.resolve("edited/more.camel.yaml"), "- route: {id: more, from: {uri: 'ai-tool:more', steps: [{setBody: {constant: x}}]}}\n");

        JsonNode changed = gateway.next();
        assertThat(changed.get("method").asText()).isEqualTo("notifications/tools/list_changed");
        assertThat(changed.at("/params/_meta/io.modelcontextprotocol~1subscriptionId").asText()).isEqualTo("l");
        assertThat(gateway.send(call(200, "more", "{}")).answer(200).at("/result/structuredContent/data").asText()).isEqualTo("x");

        gateway.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":\"l\"}}");
        JsonNode end = gateway.next();
        assertThat(end.get("id").asText()).isEqualTo("l");
        assertThat(end.at("/result/resultType").asText()).isEqualTo("complete");
    }

    @Test
    @Order(5)
    void aLegacyClientHasASessionWithoutKnowing() throws Exception {
        JsonNode initialized = gateway.send(legacy(300, "initialize", "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}")).answer(300);
        assertThat(initialized.at("/result/protocolVersion").asText()).isEqualTo("2025-11-25");
        gateway.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
        assertThat(gateway.send(legacy(301, "logging/setLevel", "{\"level\":\"error\"}")).answer(301).get("result").isEmpty()).isTrue();
        JsonNode tools = gateway.send(legacy(302, "tools/list", "{}")).answer(302);
        McpClient.checkType("2025-11-25", "ListToolsResult", tools.get("result"));
        assertThat(tools.at("/result/tools").findValuesAsText("name")).contains("greet", "slow");

        Files.delete(routes.resolve("edited/more.camel.yaml"));

        assertThat(gateway.next().toString()).isEqualTo("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}");
    }

    @Test
    @Order(6)
    void theEntryRouteItselfCanBeEdited() throws Exception {
        Path entry = routes.resolve("entry/stdio.camel.yaml");
        String before = Files.readString(entry);
        Files.writeString(entry, before.replace("        - to: direct:mcp", "        - setProperty: {name: edited, constant: true}\n        - to: direct:mcp"));
        await().atMost(60, SECONDS).until(() -> gateway.log().contains("replaced entry-stdio"));
        for (int id = 400; id < 420; id++) {
            assertThat(gateway.send(call(id, "greet", "{\"name\":\"" + id + "\"}")).answer(id).at("/result/structuredContent/data").asText()).isEqualTo("你好, " + id);
        }
    }

    @Test
    @Order(7)
    void nothingButTheProtocolIsOnStandardOutputAndNoPortIsOpen() throws Exception {
        assertThat(gateway.send(call(500, "talkative", "{}")).next().get("id").asInt()).isEqualTo(500);
        await().atMost(20, SECONDS).untilAsserted(() -> assertThat(gateway.log()).contains("WARN").contains("talkative").contains("caravan.audit"));
        assertThat(gateway.log()).contains("Caravan is ready without a port");
        Assertions.assertThatThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), PORT).close()).isInstanceOf(ConnectException.class);
    }

    /** A route at the port, and one of a template that is. */
    @Test
    @Order(8)
    void whatOnlyThePortReachesIsLeftOutAndCheckedAllTheSame() throws Exception {
        assertThat(gateway.log()).contains("left out entry-http,").contains("left out rest-mcp-metadata").contains("added entry-stdio");
        Path file = routes.resolve("edited/hook.camel.yaml");
        String hooks = """
                - route:
                    id: hook
                    from:
                      uri: undertow:http://{{caravan.http.host}}:{{caravan.http.port}}/hook
                      steps:
                        - to: direct:mcp
                - templatedRoute:
                    routeId: hook-metadata
                    routeTemplateRef: protected-resource
                    parameters:
                      - {name: path, value: /hook}
                      - {name: resource, value: gateway}
                """;
        Files.writeString(file, hooks);
        await().atMost(60, SECONDS).until(() -> gateway.log().contains("hook.camel.yaml: left out hook, left out hook-metadata"));
        Files.writeString(file, hooks.replace("- to: direct:mcp", "- nowhere: direct:mcp"));
        await().atMost(60, SECONDS).until(() -> gateway.log().contains("hook.camel.yaml:6:"));
        Files.delete(file);
        await().atMost(60, SECONDS).until(() -> gateway.log().contains("hook-metadata withdrawn"));
    }

    @Test
    @Order(9)
    void whatWasAskedIsAnsweredBeforeTheProcessEndsWithItsInput() throws Exception {
        gateway.send(call(600, "slow", "{}"));
        gateway.leave();

        assertThat(gateway.answer(600).at("/result/structuredContent/data").asText()).isEqualTo("late");
        assertThat(gateway.process().waitFor(60, SECONDS)).isTrue();
        assertThat(gateway.process().exitValue()).isZero();
    }

    @Test
    @Order(10)
    void aGatewayWhoseOutputNobodyReadsAnyMoreEnds() throws Exception {
        List<String> command = new ArrayList<>(List.of("sh", "-c", "\"$@\" | head -n 1", "sh"));
        command.addAll(StdioGateway.command(routes));
        Process left = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        try {
            left.getOutputStream().write((call(1, "greet", "{}") + "\n").getBytes(StandardCharsets.UTF_8));
            left.getOutputStream().flush();
            assertThat(left.inputReader(StandardCharsets.UTF_8).readLine()).contains("你好");
            left.getOutputStream().write((call(2, "greet", "{}") + "\n").getBytes(StandardCharsets.UTF_8));
            left.getOutputStream().flush();
            assertThat(left.waitFor(60, SECONDS)).as("ended though its input is open").isTrue();
        } finally {
            left.descendants().forEach(ProcessHandle::destroyForcibly);
            left.destroyForcibly();
        }
    }

    @Test
    @Order(11)
    void whatTheFlagStandsForCanBeSaidOtherwise() {
        assertThat(Stdio.settings(new String[] {"--a=b", "--stdio", "--caravan.http.enabled=true"}))
                .contains("--a=b", "--caravan.http.enabled=true", "--caravan.stdio.enabled=true").doesNotContain("--stdio", "--caravan.http.enabled=false");
        assertThat(Stdio.isAsked(new String[] {"--a"})).isFalse();
    }
}
