package dev.caravan.security;

import static dev.caravan.KeyedGateway.ALL;
import static dev.caravan.KeyedGateway.GRAPH;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.KeyedGateway;
import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import dev.caravan.RouteYaml;
import dev.caravan.StreamClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** For a key of other tags a tool, a resource or a prompt is answered exactly as one that does not exist, by every method. */
class HiddenThingsTest {

    private static final Map<String, String> HIDDEN = Map.of("tool", "a_hidden", "prompt", "a_hidden", "resource", "document:///a_hidden");
    private static final Map<String, String> MISSING = Map.of("tool", "a_nowhere", "prompt", "a_nowhere", "resource",
            "document:///a_nowhere/1");
    /** That are asked for besides those of the table. */
    private static final List<Map.Entry<String, String>> MORE = List.of(
            Map.entry("resources/read", "{\"uri\":\"tool:///{tool}\"}"),
            Map.entry("resources/read", "{\"uri\":\"board:///{tool}\"}"),
            Map.entry("resources/subscribe", "{\"uri\":\"board:///{tool}\"}"),
            Map.entry("completion/complete",
                    "{\"ref\":{\"type\":\"ref/resource\",\"uri\":\"{template}\"},\"argument\":{\"name\":\"id\",\"value\":\"\"}}"));

    private static OwnGateway gateway;
    private static SecuredClient client;

    @BeforeAll
    static void start() throws Exception {
        gateway = KeyedGateway.builder().tool("a_hidden", "documents", "secret").tool("find_node", "graph", "found")
                .file("note", RouteYaml.route("note", "ai-resource:note",
                        "uriTemplate: document:///{id}\ncomplete.id: secret1,secret2\ntags: documents", "- setBody:\n    constant: secret"))
                .file("board",
                        RouteYaml.route("board", "ai-resource:board",
                                "resourceUri: board:///a_hidden\ndescription: secret\ntags: documents", "- setBody:\n    constant: secret"))
                .file("ask",
                        RouteYaml.route("ask", "ai-prompt:a_hidden",
                                "description: secret\nargument.topic: secret\nargument.topic.complete: secret1\ntags: documents",
                        "- setBody:\n    constant: secret"))
                .file("tool", Files.readString(Path.of("routes/resources/tool.camel.yaml"))).start();
        client = new SecuredClient(gateway.url());
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    static List<Endpoint> own() {
        List<Endpoint> own = messages(tags -> tags.equals("own"));
        for (Map.Entry<String, String> more : MORE) {
            RightsTable.messages().stream().filter(message -> message.method().equals(more.getKey()))
                    .forEach(message -> message.eras().forEach(era -> own.add(Endpoint.of("/mcp", message, era, more.getValue()))));
        }
        return own;
    }

    static List<Endpoint> lists() {
        return messages(tags -> tags.equals("list")).stream().filter(message -> !message.body().contains("subscriptions/listen")).toList();
    }

    private static List<Endpoint> messages(Predicate<String> tags) {
        List<Endpoint> all = new ArrayList<>();
        RightsTable.messages().stream().filter(message -> tags.test(message.tags())).forEach(message ->
                message.eras().forEach(era -> all.add(Endpoint.of("/mcp", message, era, message.params()))));
        return all;
    }

    @ParameterizedTest
    @MethodSource("own")
    void hiddenThingsLookLikeMissingOnes(Endpoint endpoint) {
        SecuredClient.Answer hidden = endpoint.send(client, with(HIDDEN, "document:///{id}"), "X-API-Key", GRAPH);
        SecuredClient.Answer missing = endpoint.send(client, with(MISSING, "nowhere:///{id}"), "X-API-Key", GRAPH);
        SecuredClient.Answer shown = endpoint.send(client, with(HIDDEN, "document:///{id}"), "X-API-Key", ALL);

        assertThat(hidden.status()).as(hidden.body()).isEqualTo(missing.status());
        assertThat(hidden.json().has("error")).as(hidden.body()).isTrue();
        assertThat(nameless(hidden)).isEqualTo(nameless(missing)).doesNotContain("secret");
        assertThat(hidden.headers().map().keySet()).isEqualTo(missing.headers().map().keySet());
        assertThat(shown.json().has("result")).as(shown.body()).isTrue();
    }

    private static Map<String, String> with(Map<String, String> ids, String template) {
        Map<String, String> all = new java.util.HashMap<>(ids);
        all.put("template", template);
        return all;
    }

    private static String nameless(SecuredClient.Answer answer) {
        return answer.body().replaceAll("(document|nowhere):///[^\"]*", "NAME").replaceAll("a_(hidden|nowhere)", "NAME")
                .replaceAll("\"traceId\":\"\\w+\"", "TRACE");
    }

    @ParameterizedTest
    @MethodSource("lists")
    void hiddenThingsAreInNoList(Endpoint endpoint) {
        assertThat(endpoint.send(client, HIDDEN, "X-API-Key", GRAPH).body()).doesNotContain("secret", "a_hidden", "board:", "document:");
        assertThat(endpoint.send(client, HIDDEN, "X-API-Key", ALL).body()).containsAnyOf("secret", "a_hidden", "board:", "document:");
    }

    @ParameterizedTest
    @CsvSource({
        "tools/list, , ListToolsResult",
        "resources/list, , ListResourcesResult",
        "resources/templates/list, , ListResourceTemplatesResult",
        "prompts/list, , ListPromptsResult",
        "resources/read, '{\"uri\":\"board:///a_hidden\"}', ReadResourceResult"})
    void sharedCacheMayNotShowThem(String method, String params, String result) {
        McpClient.Answer answer = gateway.client().modern(method, params == null ? null : McpClient.object(params),
                McpClient.JSON.createObjectNode(), result, "X-API-Key", ALL);
        assertThat(answer.result().get("cacheScope").textValue()).as("although nothing restricts this key").isEqualTo("private");
    }

    @Test
    void listenersHearNothingOfHiddenThings() throws Exception {
        RightsTable.Message listen = RightsTable.messages().stream().filter(message -> message.method().equals("subscriptions/listen"))
                .findFirst().orElseThrow();
        String body = listen.json("modern",
                "{\"notifications\":{\"resourceSubscriptions\":[\"board:///a_hidden\",\"document:///1\",\"tool:///find_node\"]}}");
        try (StreamClient stream = StreamClient.post(gateway.port(), "/mcp", body, "MCP-Protocol-Version", McpClient.MODERN, "Mcp-Method",
                listen.method(), "X-API-Key", GRAPH)) {
            assertThat(McpClient.object(stream.next()).at("/params/notifications/resourceSubscriptions")).extracting(JsonNode::textValue)
                    .containsExactly("tool:///find_node");
        }
    }
}
