package dev.caravan.resource;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.GatewayTest;
import dev.caravan.McpClient;
import dev.caravan.McpClient.Answer;
import dev.caravan.OwnRoutes;
import java.util.Base64;
import java.util.List;
import org.apache.camel.CamelContext;
import org.apache.camel.Processor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** What a route makes of a resource: life cycle, definition, content in every revision, failures. */
@ExtendWith(OutputCaptureExtension.class)
class ResourceRoutesTest extends GatewayTest {

    private static final String HELLO = "- setBody: {constant: 'hello'}";

    @Autowired
    private CamelContext context;

    private OwnRoutes routes;

    @BeforeEach
    void ownRoutes() {
        routes = new OwnRoutes(context);
    }

    @AfterEach
    void removeRoutes() throws Exception {
        routes.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"2025-03-26", "2025-06-18", "2025-11-25", McpClient.MODERN})
    void everyRevisionDeclaresListsAndReads(String revision) throws Exception {
        add("r_full", """
                resourceUri: RAW(camel:///r/full?x=1&y=2)
                        title: Full
                        description: All of it.
                        mimeType: application/json
                        tags: a,b
                        meta: '{"ui":{"prefersBorder":true}}'""", "- setBody: {constant: '{\"a\":1}'}");
        boolean modern = revision.equals(McpClient.MODERN);
        boolean meta = !revision.equals("2025-03-26");

        JsonNode capabilities = modern ? client.modern("server/discover", null, "DiscoverResult").result().get("capabilities")
                : client.legacy(null, "initialize", object("{\"protocolVersion\":\"" + revision + "\"}"), "InitializeResult").result().get("capabilities");
        JsonNode list = ask(revision, "resources/list", object("{}"), "ListResourcesResult").result();
        JsonNode templates = ask(revision, "resources/templates/list", object("{}"), "ListResourceTemplatesResult").result();
        JsonNode read = read(revision, "camel:///r/full?x=1&y=2").result();

        assertThat(capabilities.get("resources")).isEqualTo(object("{\"listChanged\":true,\"subscribe\":true}"));
        assertThat(capabilities.path("extensions").has("io.modelcontextprotocol/ui")).isEqualTo(modern);
        ObjectNode expected = object("""
                {"uri":"camel:///r/full?x=1&y=2","name":"r_full","title":"Full","description":"All of it.","mimeType":"application/json",
                 "_meta":{"ui":{"prefersBorder":true}}}""");
        assertThat(listed(list, "r_full")).isEqualTo(meta ? expected : expected.without("_meta"));
        assertThat(templates.get("resourceTemplates").toString()).doesNotContain("r_full");
        assertThat(read.get("contents")).hasSize(1);
        assertThat(read.at("/contents/0/text").asText()).isEqualTo("{\"a\":1}");
        assertThat(read.at("/contents/0/uri").asText()).isEqualTo("camel:///r/full?x=1&y=2");
        assertThat(read.at("/contents/0/mimeType").asText()).isEqualTo("application/json");
        assertThat(read.at("/contents/0").has("_meta")).isEqualTo(meta);
        for (JsonNode result : List.of(list, templates, read)) {
            assertThat(result.has("resultType")).isEqualTo(modern);
            assertThat(result.path("ttlMs").isIntegralNumber()).isEqualTo(modern);
            assertThat(result.has("cacheScope")).isEqualTo(modern);
        }
        if (modern) {
            assertThat(list.get("cacheScope").asText()).isEqualTo("public");
            assertThat(read.get("cacheScope").asText()).as("a route can see who asks").isEqualTo("private");
        }
    }

    @Test
    void appsAreDeclaredWhileThereIsOne() throws Exception {
        assertThat(extensions().get("io.modelcontextprotocol/ui")).isEqualTo(object("{}"));

        context.getRouteController().stopRoute("chart-app");
        try {
            assertThat(extensions().has("io.modelcontextprotocol/ui")).isFalse();
        } finally {
            context.getRouteController().startRoute("chart-app");
        }
        assertThat(extensions().has("io.modelcontextprotocol/ui")).isTrue();
    }

    private JsonNode extensions() {
        return client.modern("server/discover", null, "DiscoverResult").result().path("capabilities").path("extensions");
    }

    @Test
    void aDefinitionThatSaysLittleIsCompletedAsCamelDoes() throws Exception {
        add("r_short", "resourceUri: camel:///r/short", HELLO);

        assertThat(listed("r_short")).isEqualTo(object(
                "{\"uri\":\"camel:///r/short\",\"name\":\"r_short\",\"description\":\"r_short\",\"mimeType\":\"text/plain\"}"));
        assertThat(read("2025-11-25", "camel:///r/short").result()).isEqualTo(object(
                "{\"contents\":[{\"uri\":\"camel:///r/short\",\"mimeType\":\"text/plain\",\"text\":\"hello\"}]}"));
    }

    @ParameterizedTest
    @CsvSource({"text/html;profile=mcp-app,true", "text/csv,true", "application/json,true", "application/vnd.api+json,true",
        "image/svg+xml,true", "application/x-yaml,true", "application/pdf,false", "image/png,false", "application/octet-stream,false"})
    void theMimeTypeDecidesBetweenTextAndBytes(String mimeType, boolean text) throws Exception {
        add("r_kind", "resourceUri: camel:///r/kind\n        mimeType: " + mimeType, "- setBody: {constant: 'größer'}");

        JsonNode content = read("2025-11-25", "camel:///r/kind").result().at("/contents/0");

        assertThat(content.get("mimeType").asText()).isEqualTo(mimeType);
        if (text) {
            assertThat(content.get("text").asText()).isEqualTo("größer");
            assertThat(content.has("blob")).isFalse();
        } else {
            assertThat(new String(Base64.getDecoder().decode(content.get("blob").asText()), "UTF-8")).isEqualTo("größer");
            assertThat(content.has("text")).isFalse();
        }
    }

    @Test
    void aMapThatARouteLeavesIsJson() throws Exception {
        context.getRegistry().bind("leaveMap", (Processor) exchange -> exchange.getMessage().setBody(java.util.Map.of("n", 1)));
        add("r_map", "resourceUri: camel:///r/map\n        mimeType: application/json", "- process: {ref: leaveMap}");

        assertThat(read("2025-11-25", "camel:///r/map").result().at("/contents/0/text").asText()).isEqualTo("{\"n\":1}");
    }

    @Test
    void aResourceIsListedWhileItsRouteRuns() throws Exception {
        add("r_life", "resourceUri: camel:///r/life", HELLO);
        assertThat(names()).contains("r_life");

        context.getRouteController().suspendRoute("r_life");
        assertThat(names()).doesNotContain("r_life");
        assertThat(read("2025-11-25", "camel:///r/life").error().get("code").asInt()).isEqualTo(-32002);

        context.getRouteController().resumeRoute("r_life");
        assertThat(names()).contains("r_life");

        context.getRouteController().stopRoute("r_life");
        assertThat(names()).doesNotContain("r_life");
    }

    @Test
    void aSecondResourceOfTheSameUriDoesNotStart() throws Exception {
        add("r_twin", "resourceUri: camel:///r/twin", HELLO);

        assertThatThrownBy(() -> add("r_other", "resourceUri: camel:///r/twin", "- setBody: {constant: other}"))
                .hasStackTraceContaining("camel:///r/twin is already served by route r_twin");

        assertThat(read("2025-11-25", "camel:///r/twin").result().at("/contents/0/text").asText()).isEqualTo("hello");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "description: x|resourceUri is missing",
        "resourceUri: config/app.json|must be an absolute URI",
        "resourceUri: 'camel:///a b'|must be an absolute URI",
        "resourceUri: 'camel:///{id}'|must be an absolute URI",
        "resourceUri: camel:///é|must be an absolute URI",
        "resourceUri: camel:///x, mimeType: html|must be type/subtype",
        "resourceUri: camel:///x, mimeType: 'text/html; profile'|must be type/subtype",
        "resourceUri: camel:///x, meta: '{'|meta is not JSON",
        "resourceUri: camel:///x, meta: '{} {}'|meta is not JSON",
        "resourceUri: camel:///x, meta: '\"ui\"'|meta must be a JSON object",
        "resourceUri: camel:///x, timeout: 0s|timeout must be more than 0",
        "resourceUri: camel:///x, nosuchoption: 1|Unknown parameters"})
    void aBadDefinitionIsARouteThatDoesNotStart(String options, String reason) {
        assertThatThrownBy(() -> add("r_bad", options.replace(", ", "\n        "), HELLO)).hasStackTraceContaining(reason);

        assertThat(names()).doesNotContain("r_bad");
    }

    @ParameterizedTest
    @CsvSource({"2025-03-26,-32002", "2025-06-18,-32002", "2025-11-25,-32002", McpClient.MODERN + ",-32602"})
    void whatIsNotThereIsNotFoundInTheCodeOfTheRevision(String revision, int code) throws Exception {
        add("r_gone", "resourceUri: camel:///r/gone", "- throwException: {exceptionType: dev.caravan.envelope.NotFoundException, message: 'no file'}");
        add("r_empty", "resourceUri: camel:///r/empty", "- setBody: {simple: '${null}'}");

        for (String uri : List.of("camel:///r/never", "camel:///r/gone", "camel:///r/empty")) {
            Answer answer = read(revision, uri);
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.error()).as(uri).isEqualTo(object(
                    "{\"code\":" + code + ",\"message\":\"Resource not found\",\"data\":{\"uri\":\"" + uri + "\"}}"));
        }
    }

    @Test
    void aReadWithoutUriIsInvalid() {
        assertThat(client.legacy("2025-11-25", "resources/read", object("{}"), "ReadResourceResult").error().get("code").asInt()).isEqualTo(-32602);
        assertThat(client.legacy("2025-11-25", "resources/read", object("{\"uri\":7}"), "ReadResourceResult").error().get("code").asInt()).isEqualTo(-32602);
    }

    @Test
    void aReadPastItsTimeIsAnsweredWithItsLimit() throws Exception {
        add("r_slow", "resourceUri: camel:///r/slow\n        timeout: 300ms", "- delay: {constant: 5000}\n        " + HELLO);
        long start = System.nanoTime();

        JsonNode error = read("2025-11-25", "camel:///r/slow").error();

        assertThat((System.nanoTime() - start) / 1_000_000).isBetween(300L, 2_000L);
        assertThat(error).isEqualTo(object("{\"code\":-32603,\"message\":\"camel:///r/slow took longer than its limit of 300 ms\"}"));
    }

    @Test
    void aFailureIsToldWithoutInternalsUnlessTheRouteForesawIt() throws Exception {
        add("r_bug", "resourceUri: camel:///r/bug", "- throwException: {exceptionType: java.lang.IllegalStateException, message: 'jdbc:secret'}");
        add("r_down", "resourceUri: camel:///r/down", "- throwException: {exceptionType: dev.caravan.envelope.UpstreamException, message: 'the store is down'}");

        assertThat(read("2025-11-25", "camel:///r/bug").error()).isEqualTo(object("{\"code\":-32603,\"message\":\"Internal error\"}"));
        assertThat(read("2025-11-25", "camel:///r/down").error()).isEqualTo(object("{\"code\":-32603,\"message\":\"the store is down\"}"));
    }

    @Test
    void everyReadLeavesOneAuditEvent(CapturedOutput output) throws Exception {
        add("r_seen", "resourceUri: camel:///r/seen", HELLO);
        String trace = "0af7651916cd43dd8448eb211c80319c";
        add("r_fails", "resourceUri: camel:///r/fails", "- throwException: {exceptionType: java.lang.IllegalStateException, message: x}");
        for (String uri : List.of("camel:///r/seen", "camel:///r/unseen", "camel:///r/fails")) {
            client.post(McpClient.request("resources/read", object("{}").put("uri", uri)).toString(),
                    "X-User-Id", "ada", "traceparent", "00-" + trace + "-b7ad6b7169203331-01");
        }

        await().untilAsserted(() -> assertThat(events(output, trace)).satisfiesExactly(
                event -> assertThat(event).contains("\"caller\":\"ada\",\"resource\":\"camel:///r/seen\",\"outcome\":\"OK\",\"tookMs\":"),
                event -> assertThat(event).contains("\"resource\":\"camel:///r/unseen\",\"outcome\":\"UNKNOWN_RESOURCE\""),
                event -> assertThat(event).contains("\"resource\":\"camel:///r/fails\",\"outcome\":\"INTERNAL_ERROR\"")));
    }

    private static List<String> events(CapturedOutput output, String trace) {
        return output.getAll().lines().filter(line -> line.contains("caravan.audit") && line.contains(trace)).toList();
    }

    private void add(String name, String options, String steps) throws Exception {
        routes.add(name, "ai-resource:" + name, options, steps);
    }

    private Answer read(String revision, String uri) {
        return ask(revision, "resources/read", object("{}").put("uri", uri), "ReadResourceResult");
    }

    private Answer ask(String revision, String method, ObjectNode params, String result) {
        return revision.equals(McpClient.MODERN) ? client.modern(method, params, result) : client.legacy(revision, method, params, result);
    }

    private JsonNode listed(String name) {
        return listed(ask("2025-11-25", "resources/list", object("{}"), "ListResourcesResult").result(), name);
    }

    private static JsonNode listed(JsonNode list, String name) {
        for (JsonNode resource : list.get("resources")) {
            if (resource.get("name").asText().equals(name)) {
                return resource;
            }
        }
        throw new AssertionError(name + " is not listed");
    }

    private List<String> names() {
        return ask("2025-11-25", "resources/list", object("{}"), "ListResourcesResult").result().get("resources").findValuesAsText("name");
    }
}
