package dev.caravan.routes;

import static dev.caravan.McpClient.object;
import static dev.caravan.embedded.ServerKind.MONGO;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.Fork;
import dev.caravan.GatewayTest;
import dev.caravan.McpClient;
import dev.caravan.RoutesCopy;
import dev.caravan.embedded.WithServers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.actuate.health.Status;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** Operators edit files while callers call; each state must be right within two seconds of the save. */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
@WithServers(MONGO)
@DirtiesContext
class LiveEditTest {

    private static final int PORT = GatewayTest.freePort();
    private static final Path ROUTES = copyOfRoutes();
    private static final JsonNode READ = McpClient.request("resources/read", object("{\"uri\":\"edit:///page\"}"));

    private final McpClient client = new McpClient(PORT);

    @Autowired
    private RoutesHealth health;

    @DynamicPropertySource
    static void settings(DynamicPropertyRegistry registry) {
        registry.add("caravan.http.port", () -> PORT);
        registry.add("caravan.routes.directory", ROUTES::toString);
    }

    @AfterEach
    void removeEdits() throws IOException {
        try (Stream<Path> files = Files.list(ROUTES.resolve("tools/edited"))) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.copy(Path.of("routes/call/run-tool.camel.yaml"), ROUTES.resolve("call/run-tool.camel.yaml"), StandardCopyOption.REPLACE_EXISTING);
        await().atMost(5, SECONDS).until(() -> health.health().getStatus().equals(Status.UP) && !list().contains("edited") && !list().contains("stamped"));
    }

    @Test
    void editsOfEveryKindFailNoCallOfAnUntouchedTool() throws Exception {
        String id = client.envelope("mongo_save_document", object("{\"topic\":\"t\",\"content\":\"c\"}")).at("/data/id").asText();
        ObjectNode call = McpClient.request("tools/call", object("{\"name\":\"mongo_find_by_id\",\"arguments\":{\"id\":\"" + id + "\"}}"));

        underLoad(32, call, answer -> answer.at("/result/structuredContent/ok").asBoolean(), () -> {
            for (int round = 0; round < 3; round++) {
                everyKindOfEdit();
            }
        });
    }

    private interface Edits {
        void make() throws Exception;
    }

    /** Makes the edits while that many clients send the request again and again, a thousand times before the first; every answer must be good. */
    private static void underLoad(int clients, JsonNode request, Predicate<JsonNode> good, Edits edits) throws Exception {
        AtomicBoolean running = new AtomicBoolean(true);
        AtomicLong calls = new AtomicLong();
        Queue<String> failures = new ConcurrentLinkedQueue<>();
        ExecutorService callers = Executors.newFixedThreadPool(clients);
        for (int i = 0; i < clients; i++) {
            callers.submit(() -> {
                McpClient own = new McpClient(PORT);
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
            await().atMost(30, SECONDS).until(() -> calls.get() > 1_000);
            edits.make();
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

        save("edited", tool("edited", "four").replace("readOnlyHint: true", "argSchema: file:" + ROUTES + "/tools/edited/edited.schema.json"));
        broken("edited.schema.json");
        answers("edited", "three");
        write("edited.schema.json", "{\"type\":\"object\",\"properties\":{\"x\":{\"type\":\"string\"}}}");
        answers("edited", "four");

        write("edited.schema.json", "{\"type\":\"object\",\"properties\":{\"x\":{\"type\":\"string\"}},\"required\":[\"x\"]}");
        await().atMost(2, SECONDS).until(() -> client.call("edited", object("{}")).body().contains("x is required"));

        Files.copy(Path.of("routes/call/run-tool.camel.yaml"), ROUTES.resolve("call/run-tool.camel.yaml"), StandardCopyOption.REPLACE_EXISTING);
        Files.writeString(ROUTES.resolve("call/run-tool.camel.yaml"),
                Files.readString(ROUTES.resolve("call/run-tool.camel.yaml")).replace("Checks the arguments", "Edited, it checks the arguments"));

        Files.delete(ROUTES.resolve("tools/edited/edited.camel.yaml"));
        Files.delete(ROUTES.resolve("tools/edited/edited.schema.json"));
        await().atMost(2, SECONDS).until(() -> !list().contains("edited"));
        await().atMost(2, SECONDS).until(() -> health.health().getStatus().equals(Status.UP));
    }

    @Test
    void aCallInFlightEndsOnTheOldRouteAndTheNextWaitsForTheNew() throws Exception {
        save("edited", tool("edited", "old").replace("- setBody", "- delay:\n            constant: 1000\n        - setBody"));
        answers("edited", "old");
        ExecutorService callers = Executors.newCachedThreadPool();
        Future<String> inFlight = callers.submit(() -> answer("edited"));
        TimeUnit.MILLISECONDS.sleep(200);

        save("edited", tool("edited", "new"));
        TimeUnit.MILLISECONDS.sleep(400);
        Future<String> meanwhile = callers.submit(() -> answer("edited"));

        assertThat(inFlight.get(5, SECONDS)).isEqualTo("old");
        assertThat(meanwhile.get(5, SECONDS)).isEqualTo("new");
        assertThat(list()).contains("edited");
        callers.shutdownNow();
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

    @Test
    void aReadInFlightEndsOnTheOldRouteAlsoWhenTheResourceIsWithdrawn() throws Exception {
        save("page", resource("page", "old").replace("- setBody", "- delay:\n            constant: 1000\n        - setBody"));
        reads("old");
        ExecutorService readers = Executors.newCachedThreadPool();
        Future<JsonNode> inFlight = readers.submit(() -> read(client));
        TimeUnit.MILLISECONDS.sleep(200);

        Files.delete(ROUTES.resolve("tools/edited/page.camel.yaml"));

        assertThat(inFlight.get(5, SECONDS).at("/result/contents/0/text").asText()).isEqualTo("old");
        await().atMost(5, SECONDS).until(() -> read(client).at("/error/code").asInt() == -32002);
        assertThat(client.legacy("2025-11-25", "resources/list", object("{}"), "ListResourcesResult").body()).doesNotContain("edit:///page");
        readers.shutdownNow();
    }

    @Test
    void aChangedTemplateOrConfigurationRebuildsTheRoutesOfOtherFilesThatUseIt() throws IOException {
        write("shared.camel.yaml", shared("first", "caught first"));
        save("stamped", "- templatedRoute: {routeTemplateRef: t-edited, routeId: stamped, parameters: [{name: tool, value: stamped}]}\n");
        save("edited", tool("edited", "never").replace("id: edited\n", "id: edited\n    routeConfigurationId: c-edited\n")
                .replace("- setBody", "- throwException: {exceptionType: java.lang.IllegalStateException, message: x}\n        - setBody"));
        answers("stamped", "first");
        answers("edited", "caught first");

        write("shared.camel.yaml", shared("second", "caught second"));

        answers("stamped", "second");
        answers("edited", "caught second");
        write("shared.camel.yaml", shared("third", "caught third").replace("setBody", "setBodi"));
        broken("setBodi");
        answers("stamped", "second");
        answers("edited", "caught second");
    }

    private static String shared(String templated, String caught) {
        return """
                - routeTemplate:
                    id: t-edited
                    parameters:
                      - name: tool
                    from:
                      uri: "ai-tool:{{tool}}"
                      steps:
                        - setBody: {constant: %s}
                - routeConfiguration:
                    id: c-edited
                    onException:
                      - onException:
                          exception: [java.lang.IllegalStateException]
                          handled: {constant: "true"}
                          steps:
                            - setBody: {constant: %s}
                """.formatted(templated, caught);
    }

    @Test
    void aRenamedFileKeepsItsTool() throws IOException {
        save("edited", tool("edited", "kept"));
        answers("edited", "kept");

        Files.move(ROUTES.resolve("tools/edited/edited.camel.yaml"), ROUTES.resolve("tools/edited/edited-too.camel.yaml"));

        List<String> seen = new ArrayList<>();
        await().during(1, SECONDS).atMost(3, SECONDS).until(() -> seen.add(answer("edited")));
        assertThat(seen).containsOnly("kept");
        Files.writeString(ROUTES.resolve("tools/edited/edited-too.camel.yaml"), tool("edited", "changed"));
        answers("edited", "changed");
    }

    @Test
    void aRouteThatCannotStartGivesWayToTheOneThatServed() throws IOException {
        save("edited", tool("edited", "good"));
        answers("edited", "good");

        save("edited", tool("edited", "bad") + """
                - route:
                    id: edited-second-consumer
                    from:
                      uri: direct:{{caravan.mcp.name:mcp}}-unused
                      steps:
                        - log: never
                - route:
                    id: edited-late-failure
                    from:
                      uri: undertow:http://203.0.113.1:9/unbindable
                      steps:
                        - log: never
                """);

        broken("could not be started");
        answers("edited", "good");
        assertThat(list()).contains("edited");
    }

    private static Path copyOfRoutes() {
        try {
            Path copy = RoutesCopy.to(Fork.folder("live-edit-routes"));
            Files.createDirectories(copy.resolve("tools/edited"));
            try (Stream<Path> left = Files.list(copy.resolve("tools/edited"))) {
                for (Path file : left.toList()) {
                    Files.delete(file);
                }
            }
            return copy;
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static String tool(String name, String answer) {
        return """
                - route:
                    id: %s
                    from:
                      uri: ai-tool:%s
                      parameters:
                        description: A tool of the test's own.
                        readOnlyHint: true
                      steps:
                        - setBody:
                            constant: %s
                """.formatted(name, name, answer);
    }

    private static String resource(String name, String text) {
        return """
                - route:
                    id: page
                    from:
                      uri: ai-resource:%s
                      parameters:
                        resourceUri: edit:///page
                        mimeType: text/plain
                      steps:
                        - setBody:
                            constant: %s
                """.formatted(name, text);
    }

    private static JsonNode read(McpClient client) {
        return client.post(READ.toString()).json();
    }

    private void reads(String expected) {
        await().atMost(4, SECONDS).pollInterval(20, TimeUnit.MILLISECONDS)
                .until(() -> expected.equals(read(client).at("/result/contents/0/text").asText()));
    }

    private static void save(String name, String yaml) throws IOException {
        write(name + ".camel.yaml", yaml);
    }

    private static void write(String name, String text) throws IOException {
        Files.writeString(ROUTES.resolve("tools/edited").resolve(name), text);
    }

    private String answer(String tool) {
        return client.post(McpClient.request("tools/call", object("{}").put("name", tool)).toString()).json()
                .at("/result/structuredContent/data").asText();
    }

    private void answers(String tool, String expected) {
        await().atMost(2, SECONDS).pollInterval(20, TimeUnit.MILLISECONDS).until(() -> expected.equals(answer(tool)));
    }

    private void broken(String reason) {
        await().atMost(2, SECONDS).pollInterval(20, TimeUnit.MILLISECONDS)
                .until(() -> health.health().getStatus().getCode().equals("DEGRADED") && health.health().toString().contains(reason));
    }

    private List<String> list() {
        return client.legacy("2025-11-25", "tools/list", object("{}"), "ListToolsResult").result().get("tools").findValuesAsText("name");
    }
}
