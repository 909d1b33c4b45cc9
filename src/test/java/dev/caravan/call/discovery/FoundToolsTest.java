package dev.caravan.call.discovery;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import dev.caravan.StreamClient;
import dev.caravan.call.client.LegacyClient;
import dev.caravan.mcp.ListChanges;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * If the settings say so, the list of a session in mode discover gains the tools that its client has found or called, and only that client
 * is told.
 */
@Tag("full")
class FoundToolsTest {

    private static final String CHANGED = "notifications/tools/list_changed";

    private static OwnGateway start(UnaryOperator<OwnGateway.Builder> more) throws Exception {
        OwnGateway gateway = more.apply(OwnGateway.withEntries().set("mcp.mode", "discover").set("mcp.most-found", 2)
                .tool("find_node", "graph", "a node").tool("find_document", "documents", "a document")
                .tool("send_letter", "letters", "sent").file("find", route("find_tools")).file("call", route("call_tool"))).start();
        untilTheStartIsTold(gateway.bean(ListChanges.class));
        return gateway;
    }

    /** Waits until the changes of lists that the start made have been told, so that no session of the test hears of them. */
    private static void untilTheStartIsTold(ListChanges changes) {
        AtomicBoolean told = new AtomicBoolean();
        changes.addListener(new ListChanges.Listener() {
            @Override
            public void changed(String topic, String list) {
                told.set(told.get() || topic.equals(ListChanges.GATEWAY) && list.equals(ListChanges.TOOLS));
            }

            @Override
            public void closed(String topic) {
                // nothing to do
            }
        });
        changes.changed(ListChanges.GATEWAY, ListChanges.TOOLS);
        await().untilTrue(told);
    }

    private static String route(String name) throws Exception {
        return Files.readString(Path.of("routes/tools/discovery/" + name + ".camel.yaml"));
    }

    private static LegacyClient session(OwnGateway gateway) {
        return LegacyClient.open(gateway.port(), "2025-11-25", "{}");
    }

    private static List<String> listed(LegacyClient client) {
        return ToolNames.of(client.request("tools/list", object("{}")).result().get("tools"));
    }

    private static void find(LegacyClient client, String query) {
        run(client, "find_tools", McpClient.JSON.createObjectNode().put("query", query).put("limit", 1));
    }

    private static void call(LegacyClient client, String tool) {
        run(client, "call_tool", McpClient.JSON.createObjectNode().put("name", tool));
    }

    private static void run(LegacyClient client, String tool, ObjectNode arguments) {
        McpClient.Answer answer = client.request("tools/call",
                McpClient.JSON.createObjectNode().put("name", tool).set("arguments", arguments));
        assertThat(answer.result().path("isError").asBoolean()).as(answer.body()).isFalse();
    }

    @Test
    void aFoundToolIsListedInItsSessionAndOnlyThatClientIsTold() throws Exception {
        try (OwnGateway gateway = start(settings -> settings.set("mcp.found-tools", "found"))) {
            LegacyClient finder = session(gateway);
            LegacyClient other = session(gateway);
            try (StreamClient finders = finder.listen(""); StreamClient others = other.listen("")) {
                find(finder, "node");
                LegacyClient.next(finders, CHANGED);
                assertThat(listed(finder)).containsExactly("call_tool", "find_node", "find_tools");
                assertThat(listed(other)).containsExactly("call_tool", "find_tools");

                find(finder, "node");
                find(finder, "document");
                LegacyClient.next(finders, CHANGED);
                call(finder, "send_letter");
                LegacyClient.next(finders, CHANGED);
                assertThat(listed(finder)).as("the newest two").containsExactly("call_tool", "find_document", "find_tools", "send_letter");

                finder.send("DELETE");
                other.send("DELETE");
                assertThat(LegacyClient.event(finders).data()).as("told once each time").isEqualTo(StreamClient.END);
                StreamClient.Event last = LegacyClient.event(others);
                assertThat(last.data() == null || last.data().isEmpty() ? LegacyClient.event(others).data() : last.data()).as("never told")
                        .isEqualTo(StreamClient.END);
            }
        }
    }

    @Test
    void aCalledToolIsListedAndUnknownOnesAreNot() throws Exception {
        try (OwnGateway gateway = start(settings -> settings.set("mcp.found-tools", "called"))) {
            LegacyClient client = session(gateway);
            find(client, "node");
            assertThat(listed(client)).containsExactly("call_tool", "find_tools");
            call(client, "find_document");
            client.request("tools/call", object("{\"name\":\"call_tool\",\"arguments\":{\"name\":\"no_such_tool\"}}"));
            assertThat(listed(client)).containsExactly("call_tool", "find_document", "find_tools");

            McpClient modern = gateway.client();
            modern.modern("tools/call", object("{\"name\":\"call_tool\",\"arguments\":{\"name\":\"find_node\"}}"), "CallToolResult");
            assertThat(ToolNames.of(modern.modern("tools/list", null, "ListToolsResult").result().get("tools"))).as("without a session")
                    .containsExactly("call_tool", "find_tools");
        }
    }

    @Test
    void anotherGatewayOfTheStoreListsAndTellsToo() throws Exception {
        UnaryOperator<OwnGateway.Builder> shared = settings -> settings.set("mcp.found-tools", "found")
                .set("conversation.secret", "0123456789abcdef0123456789abcdef").store();
        try (OwnGateway one = start(shared); OwnGateway other = start(shared)) {
            LegacyClient client = session(one);
            LegacyClient moved = client.at(other.port());
            try (StreamClient stream = moved.listen("")) {
                find(client, "node");
                LegacyClient.next(stream, CHANGED);
                assertThat(listed(moved)).isEqualTo(listed(client)).containsExactly("call_tool", "find_node", "find_tools");
                call(moved, "send_letter");
                find(moved, "document");
                assertThat(listed(client)).containsExactly("call_tool", "find_document", "find_tools", "send_letter");
            }
        }
    }
}
