package dev.caravan.mcp;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.caravan.McpClient;
import dev.caravan.StreamClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.camel.CamelContext;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Operators edit files; whoever listens hears that a list has changed, and sees the change when it lists. */
@Tag("full")
class ListChangedEventsTest extends OpenStreamsTest {

    static final String TOOLS = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}";
    private static final String RESOURCES = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/resources/list_changed\"}";

    private final CamelContext context = bean(CamelContext.class);
    private final ListChanges changes = bean(ListChanges.class);

    @Test
    void clientsHearOfAddedChangedAndRemovedTools() throws Exception {
        StreamClient stream = openAfterEarlierChanges();

        save("a", tool("a", "first", "x"));
        hears(stream, TOOLS, "tools", "first");
        save("a", tool("a", "second", "x"));
        hears(stream, TOOLS, "tools", "second");
        delete("a");
        hears(stream, TOOLS, "tools");
    }

    @Test
    void clientsHearOfAddedChangedAndRemovedResources() throws Exception {
        StreamClient stream = openAfterEarlierChanges();

        save("a", resource("a", "first"));
        hears(stream, RESOURCES, "resources", "first");
        save("a", resource("a", "second"));
        hears(stream, RESOURCES, "resources", "second");
        delete("a");
        hears(stream, RESOURCES, "resources");
    }

    @Test
    void unchangedDefinitionSendsNoNotification() throws Exception {
        save("a", tool("a", "the same", "one"));
        await().until(() -> answer("a").equals("one"));
        StreamClient stream = openAfterEarlierChanges();

        save("a", tool("a", "the same", "two"));

        await().until(() -> answer("a").equals("two"));
        settle();
        QuietStream.carriesNothing(stream, changes);
    }

    @Test
    void fileOfManyToolsSendsFewNotificationsTheLastAfterTheLastTool() throws Exception {
        StreamClient stream = openAfterEarlierChanges();
        long start = System.nanoTime();

        save("many", String.join("", IntStream.range(0, 100).mapToObj(i -> tool("many_" + i, "tool " + i, "x")).toList()));

        int events = 0;
        do {
            assertThat(stream.next()).isEqualTo(TOOLS);
            events++;
        } while (list("tools").size() < 100);
        settle();
        changes.changed(ListChanges.GATEWAY, ListChanges.RESOURCES);
        for (String more = stream.next(); !more.equals(RESOURCES); more = stream.next()) {
            assertThat(more).isEqualTo(TOOLS);
            events++;
        }
        assertThat((long) events).isLessThanOrEqualTo(1 + (System.nanoTime() - start) / 100_000_000).isLessThan(100);
    }

    @Test
    void editOfTheEntryKeepsStreamsOpen() throws Exception {
        StreamClient before = open();
        Path entry = routes().resolve("entry/http.camel.yaml");

        Files.writeString(entry, Files.readString(entry).replace("description: ", "description: Edited. "));

        await("the route is away for a moment while it is replaced")
                .until(() -> context.getRoute("entry-http"), route -> route != null && route.getDescription().startsWith("Edited."));
        StreamClient after = await("the new route may still be starting").until(this::open, stream -> stream.status() == 200);
        save("a", tool("a", "after the edit", "x"));
        assertThat(after.next()).isEqualTo(TOOLS);
        assertThat(before.next()).as("the port was held open by the other routes on it").isEqualTo(TOOLS);
    }

    /** The stream hears of nothing that was saved or deleted before. */
    private StreamClient openAfterEarlierChanges() throws Exception {
        settle();
        return open();
    }

    /** Whoever lists at each event sees the change in the end; an event may still be of what came before. */
    private void hears(StreamClient stream, String event, String kind, String... descriptions) throws IOException {
        do {
            assertThat(stream.next()).isEqualTo(event);
        } while (!list(kind).equals(List.of(descriptions)));
    }

    private String answer(String tool) {
        return client.post(McpClient.request("tools/call", object("{}").put("name", tool)).toString()).json()
                .at("/result/structuredContent/data").asText();
    }
}
