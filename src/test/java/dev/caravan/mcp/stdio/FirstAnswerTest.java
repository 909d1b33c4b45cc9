package dev.caravan.mcp.stdio;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.RoutesCopy;
import dev.caravan.mcp.ListChanges;
import dev.caravan.mcp.SubscribedResources;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * On standard streams a session hears of changes only after the answer that begins it, and a subscription only after its acknowledgement.
 */
@Tag("full")
class FirstAnswerTest {

    private static final String CHANGED = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}";

    /**
     * Changes the list of tools, and waits until listeners have heard of it, while an answer is written, and at each subscription after the
     * first answer.
     */
    static final class ChangesTools implements Processor {

        private static final AtomicBoolean FIRST = new AtomicBoolean(true);

        @Override
        public void process(Exchange exchange) {
            ListChanges changes = exchange.getContext().getRegistry().findSingleByType(ListChanges.class);
            if (FIRST.getAndSet(false)) {
                exchange.getContext().getRegistry().findSingleByType(SubscribedResources.class).onChange(() -> change(changes));
            }
            exchange.getMessage().setBody(new FilterInputStream(new ByteArrayInputStream(exchange.getMessage().getBody(byte[].class))) {
                @Override
                public int read(byte[] into, int from, int length) throws IOException {
                    int read = super.read(into, from, length);
                    if (read > 0) {
                        change(changes);
                    }
                    return read;
                }
            });
        }

        private static void change(ListChanges changes) {
            CompletableFuture<Void> heard = new CompletableFuture<>();
            changes.addListener(new ListChanges.Listener() {
                @Override
                public void changed(String topic, String list) {
                    if (list.equals(ListChanges.TOOLS)) {
                        heard.complete(null);
                    }
                }

                @Override
                public void closed(String topic) {
                    // only changes count
                }
            });
            changes.changed(ListChanges.GATEWAY, ListChanges.TOOLS);
            heard.orTimeout(1, TimeUnit.MINUTES).join();
        }
    }

    @Test
    void noChangeIsToldBeforeTheFirstAnswer() throws Exception {
        Path routes = RoutesCopy.entries("- route: {id: one, from: {uri: 'ai-tool:one', steps: [{setBody: {constant: x}}]}}\n");
        Path entry = routes.resolve("entry/stdio.camel.yaml");
        Files.writeString(entry, Files.readString(entry).replace("- to: direct:mcp",
                "- to: direct:mcp\n        - process: {ref: '#class:" + ChangesTools.class.getName() + "'}"));

        try (StdioGateway gateway = StdioGateway.start(routes)) {
            gateway.send(SharedStdioTest.legacy(1, "initialize",
                    "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}"));
            assertThat(gateway.next().at("/result/protocolVersion").asText()).isEqualTo("2025-11-25");

            gateway.send(SharedStdioTest.legacy(2, "ping", "{}"));
            assertThat(until(gateway, line -> line.path("id").asInt() == 2)).as("a session hears of the change during its next answer")
                    .contains(CHANGED);

            gateway.send(
                    "{\"jsonrpc\":\"2.0\",\"id\":\"l\",\"method\":\"subscriptions/listen\","
                            + "\"params\":{\"notifications\":{\"toolsListChanged\":true},"
                            + SharedStdioTest.MODERN + "}}");
            assertThat(until(gateway, line -> line.path("method").asText().equals("notifications/subscriptions/acknowledged")))
                    .as("of the session, not of the subscription")
                    .noneMatch(line -> line.contains("params"));
            until(gateway, line -> line.path("method").asText().equals("notifications/tools/list_changed") && line.has("params"));
        }
    }

    /** Returns the lines before the first of that kind. */
    private static List<String> until(StdioGateway gateway, Predicate<JsonNode> kind) throws Exception {
        List<String> before = new ArrayList<>();
        for (JsonNode line = gateway.next(); !kind.test(line); line = gateway.next()) {
            before.add(line.toString());
        }
        return before;
    }
}
