package dev.caravan.routes;

import static dev.caravan.McpClient.object;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.apache.camel.Route;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.health.Status;

/** Edits of files fail no call while many clients call. */
@Tag("full")
class EditsUnderLoadTest extends EditedRoutesTest {

    private static final int CALLS = 25_000;

    @Test
    void editsFailNoCallOfOtherTools() throws Exception {
        String id = client.envelope("mongo_save_document", object("{\"topic\":\"t\",\"content\":\"c\"}")).at("/data/id").asText();
        ObjectNode call = McpClient.request("tools/call", object("{\"name\":\"mongo_find_by_id\",\"arguments\":{\"id\":\"" + id + "\"}}"));

        underLoad(32, call, answer -> answer.at("/result/structuredContent/ok").asBoolean(), () -> {
            for (int round = 0; round < 3; round++) {
                everyKindOfEdit();
            }
        });
    }

    @Test
    void editsOfAResourceFailNoReader() throws Exception {
        save("page", resource("page", "text 0"));
        reads("text 0");

        underLoad(16, READ, answer -> answer.at("/result/contents/0/text").asText().startsWith("text "), () -> {
            for (int edit = 1; edit <= 8; edit++) {
                String name = edit % 3 == 0 ? "renamed" : "page";
                save("page", resource(name, "text " + edit));
                reads("text " + edit);
            }
            save("page", resource("page", "text 9").replace("mimeType: text/plain", "mimeType: plain"));
            broken("must be type/subtype");
            save("second", resource("second", "text 10").replace("id: page", "id: second"));
            broken("edit:///page is already consumed from by route page");
            reads("text 8");
        });
    }

    private interface Edits {
        void make() throws Exception;
    }

    /**
     * Makes the edits while that many clients send the request again and again, a thousand times before the first edit and {@value #CALLS}
     * times in all. Every answer must be good.
     */
    private static void underLoad(int clients, JsonNode request, Predicate<JsonNode> good, Edits edits) throws Exception {
        AtomicBoolean running = new AtomicBoolean(true);
        AtomicLong calls = new AtomicLong();
        Queue<String> failures = new ConcurrentLinkedQueue<>();
        ExecutorService callers = Executors.newFixedThreadPool(clients);
        for (int i = 0; i < clients; i++) {
            callers.submit(() -> {
                McpClient own = new McpClient(port());
                while (running.get()) {
                    try {
                        JsonNode answer = own.post(request.toString()).json();
                        if (!good.test(answer)) {
                            failures.add(answer.toString());
                        }
                    } catch (RuntimeException e) {
                        failures.add(e.toString());
                    }
                    calls.incrementAndGet();
                }
            });
        }
        try {
            await().atMost(60, SECONDS).until(() -> calls.get() > 1_000);
            edits.make();
            await().atMost(300, SECONDS).until(() -> calls.get() >= CALLS);
        } finally {
            running.set(false);
            callers.shutdown();
            assertThat(callers.awaitTermination(30, SECONDS)).isTrue();
        }
        assertThat(failures).isEmpty();
    }

    private void everyKindOfEdit() throws IOException {
        save("edited", tool("edited", "one"));
        answers("edited", "one");
        save("edited", tool("edited", "two"));
        answers("edited", "two");

        save("edited", "- route:\n    id: edited\n    from: {uri: [\n");
        broken("edited.camel.yaml");
        answers("edited", "two");
        save("edited", tool("edited", "three"));
        answers("edited", "three");

        save("edited", tool("edited", "three").replace("- setBody", "- to: nosuchcomponent:x\n        - setBody"));
        broken("nosuchcomponent");
        answers("edited", "three");

        save("edited", tool("mongo_find_by_id", "stolen"));
        broken("is taken by");
        answers("edited", "three");

        save("edited",
                tool("edited", "four").replace("readOnlyHint: true", "argSchema: file:" + edited() + "/edited.schema.json"));
        broken("edited.schema.json");
        answers("edited", "three");
        write("edited.schema.json", "{\"type\":\"object\",\"properties\":{\"x\":{\"type\":\"string\"}}}");
        answers("edited", "four");

        write("edited.schema.json", "{\"type\":\"object\",\"properties\":{\"x\":{\"type\":\"string\"}},\"required\":[\"x\"]}");
        await().until(() -> client.call("edited", object("{}")).body().contains("x is required"));

        String mark = "Finds the route " + UUID.randomUUID();
        Files.writeString(routes().resolve("call/call.camel.yaml"),
                Files.readString(Path.of("routes/call/call.camel.yaml")).replace("Finds the route", mark));
        await("calls take the edited route")
                .until(() -> Optional.ofNullable(camel.getRoute("call")).map(Route::getDescription).orElse("").contains(mark));

        Files.delete(edited().resolve("edited.camel.yaml"));
        Files.delete(edited().resolve("edited.schema.json"));
        await().until(() -> !list().contains("edited"));
        await().until(() -> health.health().getStatus().equals(Status.UP));
    }
}
