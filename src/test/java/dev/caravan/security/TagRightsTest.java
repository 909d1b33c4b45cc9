package dev.caravan.security;

import static dev.caravan.KeyedGateway.ALL;
import static dev.caravan.KeyedGateway.GRAPH;
import static dev.caravan.KeyedGateway.UNSCOPED;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.KeyedGateway;
import dev.caravan.OwnGateway;
import dev.caravan.RouteYaml;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The tags of a key and {@code tag-scopes} cover resources, prompts, completions and subscriptions as they cover tools. */
class TagRightsTest {

    private static OwnGateway gateway;
    private static SecuredClient client;

    @BeforeAll
    static void start() throws Exception {
        gateway = KeyedGateway.builder()
                .tool("find_node", "graph", "found").tool("find_document", "papers", "found")
                .file("node", resource("node", "uriTemplate: node:///{id}\ncomplete.id: n1,n2\ntags: graph"))
                .file("note", resource("note", "uriTemplate: note:///{id}\ncomplete.id: s1,s2\ntags: papers"))
                .file("board", resource("board", "resourceUri: board:///1\ntags: papers"))
                .file("ask_graph", prompt("ask_graph", "graph")).file("ask_notes", prompt("ask_notes", "papers"))
                .file("tool", Files.readString(Path.of("routes/resources/tool.camel.yaml"))).start();
        client = new SecuredClient(gateway.url());
    }

    private static String resource(String name, String parameters) {
        return RouteYaml.route(name, "ai-resource:" + name, parameters, "- setBody:\n    constant: secret");
    }

    private static String prompt(String name, String tag) {
        return RouteYaml.route(name, "ai-prompt:" + name, "argument.topic: What\nargument.topic.complete: t1,t2\ntags: " + tag,
                "- setBody:\n    constant: secret");
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    @Test
    void listsShowOnlyAllowedThings() {
        for (String key : List.of(GRAPH, UNSCOPED)) {
            assertThat(list(key, "resources", "resources")).as(key).isEmpty();
            assertThat(list(key, "resources/templates", "resourceTemplates")).containsExactly("node", "tool");
            assertThat(list(key, "prompts", "prompts")).containsExactly("ask_graph");
        }
        assertThat(list(ALL, "resources", "resources")).containsExactly("board");
        assertThat(list(ALL, "resources/templates", "resourceTemplates")).containsExactly("node", "note", "tool");
        assertThat(list(ALL, "prompts", "prompts")).containsExactly("ask_graph", "ask_notes");
    }

    @Test
    void resourceNeedsItsTag() {
        for (String uri : List.of("note:///s1", "board:///1")) {
            assertThat(read(GRAPH, uri).json().at("/error/message").asText()).as(uri).isEqualTo("Resource not found");
            SecuredClient.Answer refused = read(UNSCOPED, uri);
            assertThat(refused.status()).as(refused.body()).isEqualTo(403);
            assertThat(refused.header("WWW-Authenticate")).contains("scope=\"tools:read tools:papers\"");
            assertThat(read(ALL, uri).body()).contains("secret");
        }
        assertThat(read(GRAPH, "node:///n1").body()).contains("secret");
    }

    @Test
    void definitionsOfOtherToolsAreHidden() {
        for (String key : List.of(GRAPH, UNSCOPED)) {
            assertThat(read(key, "tool:///find_document").json().at("/error/message").asText()).as(key).isEqualTo("Resource not found");
            assertThat(read(key, "tool:///find_node").body()).contains("find_node");
            assertThat(values(complete(key, "ref/resource", "uri", "tool:///{name}", "name"))).containsExactly("find_node");
        }
        assertThat(read(ALL, "tool:///find_document").body()).contains("find_document");
        assertThat(values(complete(ALL, "ref/resource", "uri", "tool:///{name}", "name"))).containsExactly("find_document", "find_node");
    }

    @Test
    void promptNeedsItsTag() {
        String get = "{\"name\":\"ask_notes\"}";

        assertThat(client.rpc("prompts/get", get, "X-API-Key", GRAPH).json().at("/error/message").asText())
                .isEqualTo("Unknown prompt: ask_notes");
        assertThat(client.rpc("prompts/get", get, "X-API-Key", UNSCOPED).status()).isEqualTo(403);
        assertThat(client.rpc("prompts/get", get, "X-API-Key", ALL).body()).contains("secret");
        assertThat(client.rpc("prompts/get", "{\"name\":\"ask_graph\"}", "X-API-Key", GRAPH).body()).contains("secret");
    }

    @Test
    void completionNeedsTheTag() {
        for (String[] other : new String[][]{{"ref/prompt", "name", "ask_notes", "topic"}, {"ref/resource", "uri", "note:///{id}", "id"}}) {
            assertThat(complete(GRAPH, other).json().at("/error/message").asText()).contains("does not exist");
            assertThat(complete(UNSCOPED, other).status()).isEqualTo(403);
            assertThat(values(complete(ALL, other))).hasSize(2);
        }
        assertThat(values(complete(GRAPH, "ref/resource", "uri", "node:///{id}", "id"))).hasSize(2);
    }

    @Test
    void subscriptionNeedsTheTag() {
        for (String key : List.of(GRAPH, UNSCOPED)) {
            assertThat(subscribe(key, "note:///s1").at("/error/message").asText()).as(key).isEqualTo("Resource not found");
            assertThat(subscribe(key, "node:///n1").has("result")).isTrue();
        }
        assertThat(subscribe(ALL, "note:///s1").has("result")).isTrue();
    }

    private static List<String> list(String key, String method, String member) {
        List<String> names = new ArrayList<>();
        client.rpc(method + "/list", "{}", "X-API-Key", key).json().at("/result/" + member)
                .forEach(entry -> names.add(entry.get("name").textValue()));
        return names;
    }

    private static SecuredClient.Answer read(String key, String uri) {
        return client.rpc("resources/read", "{\"uri\":\"" + uri + "\"}", "X-API-Key", key);
    }

    private static JsonNode subscribe(String key, String uri) {
        return client.rpc("resources/subscribe", "{\"uri\":\"" + uri + "\"}", "X-API-Key", key).json();
    }

    private static SecuredClient.Answer complete(String key, String... reference) {
        return client.rpc("completion/complete",
                "{\"ref\":{\"type\":\"%s\",\"%s\":\"%s\"},\"argument\":{\"name\":\"%s\",\"value\":\"\"}}".formatted((Object[]) reference),
                "X-API-Key", key);
    }

    private static List<String> values(SecuredClient.Answer answer) {
        List<String> values = new ArrayList<>();
        answer.json().at("/result/completion/values").forEach(value -> values.add(value.textValue()));
        return values;
    }
}
