package dev.caravan.mcp;

import static dev.caravan.McpClient.JSON;
import static dev.caravan.McpClient.MODERN;
import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import dev.caravan.StreamClient;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Clients of revision 2026-07-28 hear of the changes that they asked for by {@code subscriptions/listen}. */
@Tag("full")
class OpenSubscriptionTest extends OpenStreamsTest {

    private final ListChanges changes = bean(ListChanges.class);

    @ParameterizedTest
    @CsvSource({"tools", "prompts", "resources"})
    void subscribersHearOfListChanges(String list) throws Exception {
        save("mark", resource("mark", "mark"));
        await().until(() -> list("resources").size() == 1);
        settle();
        StreamClient stream = listen("1", "{\"" + list + "ListChanged\":true}");
        StreamClient other = listen("2",
                "{\"" + (list.equals("tools") ? "prompts" : "tools") + "ListChanged\":true,\"resourceSubscriptions\":[\"edit:///mark\"]}");
        StreamClient nothing = listen("3", "{}");

        save("a", list.equals("tools") ? tool("a", "x", "y") : list.equals("prompts") ? prompt("a", "x") : resource("a", "x"));

        JsonNode heard = object(stream.next());
        assertThat(heard.get("method").asText()).isEqualTo("notifications/" + list + "/list_changed");
        assertThat(list(list)).containsExactly(list.equals("resources") ? new String[] {"x", "mark"} : new String[] {"x"});
        assertThat(heard.at("/params/_meta/io.modelcontextprotocol~1subscriptionId").asInt()).isEqualTo(1);
        settle();
        changes.updated("edit:///mark");
        int beats = 0;
        String next = raw(other);
        for (; next.startsWith(":"); next = raw(other)) {
            beats++;
        }
        assertThat(next).as("the next message").contains("notifications/resources/updated");
        for (int i = 0; i < beats + 2; i++) {
            assertThat(raw(nothing)).as("heartbeats, of which it has no more until now than the stream that was opened before")
                    .startsWith(":");
        }
    }

    @Test
    void firstMessageListsTheAcceptedSubscriptions() throws Exception {
        save("a", resource("a", "x"));
        await().until(() -> !list("resources").isEmpty());

        StreamClient stream = open("\"seven\"", "{\"toolsListChanged\":true,\"promptsListChanged\":false,\"somethingElse\":true,"
                + "\"resourceSubscriptions\":[\"edit:///a\",\"edit:///nothing\"],\"taskIds\":[]}");

        assertThat(stream.status()).isEqualTo(200);
        assertThat(stream.header("Content-Type")).isEqualTo("text/event-stream");
        assertThat(object(stream.next())).isEqualTo(object("""
                {"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{
                 "notifications":{"toolsListChanged":true,"resourceSubscriptions":["edit:///a"]},
                 "_meta":{"io.modelcontextprotocol/subscriptionId":"seven"}}}"""));
    }

    @Test
    void subscribersHearOfResourceChanges() throws Exception {
        save("a", resource("a", "x"));
        save("b", resource("b", "x"));
        await().until(() -> list("resources").size() == 2);
        settle();
        StreamClient stream = listen("1", "{\"resourceSubscriptions\":[\"edit:///a\"]}");
        StreamClient other = listen("2", "{\"resourceSubscriptions\":[\"edit:///b\"],\"resourcesListChanged\":true}");

        changes.updated("edit:///a");

        assertThat(object(stream.next())).isEqualTo(object("""
                {"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"edit:///a",
                 "_meta":{"io.modelcontextprotocol/subscriptionId":1}}}"""));
        settle();
        changes.updated("edit:///b");
        assertThat(object(other.next()).at("/params/uri").asText()).as("the next message").isEqualTo("edit:///b");
    }

    @Test
    void eachStreamHasItsSubscriptionId() throws Exception {
        String tools = "{\"toolsListChanged\":true}";
        List<StreamClient> streams = List.of(listen("1", tools), listen("\"1\"", tools), listen("1", tools));

        save("a", tool("a", "x", "y"));

        assertThat(object(streams.get(0).next()).at("/params/_meta/io.modelcontextprotocol~1subscriptionId").isNumber()).isTrue();
        assertThat(object(streams.get(1).next()).at("/params/_meta/io.modelcontextprotocol~1subscriptionId").isTextual()).isTrue();
        assertThat(streams.get(2).next()).contains("list_changed");
    }

    @Test
    void subscriptionEndsWithItsClient() throws Exception {
        listen("1", "{\"toolsListChanged\":true}").close();
        awaitStreams(0);
    }

    private StreamClient listen(String id, String notifications) throws IOException {
        StreamClient stream = open(id, notifications);
        assertThat(stream.next()).contains("notifications/subscriptions/acknowledged");
        return stream;
    }

    private StreamClient open(String id, String notifications) throws IOException {
        ObjectNode request = McpClient.request("subscriptions/listen",
                McpClient.modernParams(JSON.createObjectNode().set("notifications", object(notifications)), JSON.createObjectNode()));
        request.set("id", object("{\"id\":" + id + "}").get("id"));
        opened.add(StreamClient.post(port(), "/mcp", request.toString(), "MCP-Protocol-Version", MODERN, "Mcp-Method",
                "subscriptions/listen"));
        return opened.get(opened.size() - 1);
    }
}
