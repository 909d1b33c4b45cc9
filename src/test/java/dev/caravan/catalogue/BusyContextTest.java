package dev.caravan.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import dev.caravan.RestClient;
import dev.caravan.embedded.ServerKind;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A hundred calls on one large context wait for each other; other users do not notice. */
@Tag("full")
class BusyContextTest extends CatalogueTest {

    private static final int CALLS = 100;
    private static final String BUSY = "Try again";

    @Test
    void aHundredCreatesAtOnceAreDoneOrToldBusyAndAnotherUserDoesNotNotice() throws Exception {
        long table = table(large());
        Made instance = instance(tool(table, "create", "add", "\"json_path\":\"/items\""));

        List<JsonNode> answers = whileAnotherUserListsTables(i -> mcp(instance).envelope("add", McpClient.object("{\"elements\":[{\"content\":{\"made\":" + i + "}}]}")));

        long done = answers.stream().filter(answer -> answer.get("ok").booleanValue()).count();
        assertThat(done).isPositive();
        answers.stream().filter(answer -> !answer.get("ok").booleanValue()).forEach(answer -> {
            assertThat(answer.at("/error/code").textValue()).as(answer.toString()).isEqualTo("UPSTREAM_ERROR");
            assertThat(answer.at("/error/message").textValue()).containsAnyOf(BUSY, "took longer than");
        });
        await().untilAsserted(() -> assertThat(items(table)).isEqualTo(18_000 + done));
    }

    @Test
    void twoGatewaysOfOneStoreChangeABusyContextAndNeitherStarvesOthers() throws Exception {
        try (OwnGateway second = OwnGateway.withAllRoutes().servers(ServerKind.MONGO, ServerKind.NEO4J, ServerKind.POSTGRESQL).start()) {
            await().until(() -> new RestClient(second.port(), user).get("/api/v1/tables").status() == 200);
            long table = table(large());
            Made instance = instance(tool(table, "create", "add", "\"json_path\":\"/items\""));
            McpClient[] clients = {mcp(instance), McpClient.ofInstance(second.port(), instance.key())};

            List<JsonNode> answers = whileAnotherUserListsTables(i -> clients[i % 2].envelope("add", McpClient.object("{\"elements\":[{\"content\":1}]}")));

            long done = answers.stream().filter(answer -> answer.get("ok").booleanValue()).count();
            assertThat(done).isPositive();
            assertThat(answers).noneMatch(answer -> answer.toString().contains("can't be reached"));
            await().untilAsserted(() -> assertThat(items(table)).isEqualTo(18_000 + done));
        }
    }

    @Test
    void aHundredReadsOfTheHistoryOrTheDataLeaveConnectionsToOthers() throws Exception {
        long table = table(large());
        Made instance = instance(tool(table, "history", "changes", ""), tool(table, "query_data", "query", ""));

        List<JsonNode> answers = whileAnotherUserListsTables(i -> i % 2 == 0 ? mcp(instance).envelope("changes", McpClient.object("{}"))
                : mcp(instance).envelope("query", McpClient.object("{\"query\":\"length(items)\"}")));

        assertThat(answers).allSatisfy(answer -> assertThat(answer.at("/error/message").asText(BUSY)).containsAnyOf(BUSY, "took longer than"));
    }

    @Test
    void aHundredUndosOverRestConflictOrAreToldBusyWithTheTimeToWait() throws Exception {
        long table = table(large());
        String path = "/api/v1/tables/" + table;
        rest.post(path + "/data?json_pointer_path=/items", "{\"elements\":[{\"content\":1}]}");
        JsonNode change = rest.get(path + "/history").data().get(0);
        HttpClient http = HttpClient.newHttpClient();
        HttpRequest undo = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + path + "/undo")).header("X-User-Id", user).header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("{\"change\":" + change.get("version") + ",\"version\":" + change.get("version") + "}")).build();

        List<HttpResponse<String>> answers = whileAnotherUserListsTables(i -> {
            try {
                return http.send(undo, HttpResponse.BodyHandlers.ofString());
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });

        assertThat(answers.stream().filter(answer -> answer.statusCode() == 200)).hasSize(1);
        answers.stream().filter(answer -> answer.statusCode() != 200 && answer.statusCode() != 409).forEach(answer -> {
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(503);
            assertThat(answer.headers().firstValue("Retry-After")).contains("1");
            assertThat(answer.body()).contains(BUSY);
        });
        assertThat(items(table)).isEqualTo(18_000);
    }

    private long items(long table) {
        return rest.get("/api/v1/tables/" + table).data().at("/data/items").size();
    }

    /** 3.9 MB of JSON. */
    private static String large() {
        return IntStream.range(0, 18_000).mapToObj(i -> "{\"id\":" + i + ",\"title\":\"" + "words of the item ".repeat(10) + "\"}").collect(Collectors.joining(",", "{\"items\":[", "]}"));
    }

    /** Makes the calls at once. Checks meanwhile that another user gets lists of tables at once, and that none fails. */
    private <T> List<T> whileAnotherUserListsTables(IntFunction<T> call) throws Exception {
        RestClient other = new RestClient(port(), newUser());
        other.get("/api/v1/tables").data();
        ExecutorService threads = Executors.newFixedThreadPool(CALLS);
        try {
            List<Future<T>> running = new ArrayList<>();
            for (int i = 0; i < CALLS; i++) {
                int number = i;
                running.add(threads.submit(() -> call.apply(number)));
            }
            List<Integer> statuses = new ArrayList<>();
            CompletableFuture<Void> all = CompletableFuture.runAsync(() -> running.forEach(BusyContextTest::end));
            long slowest = 0;
            do {
                long begin = System.nanoTime();
                statuses.add(other.get("/api/v1/tables").status());
                slowest = Math.max(slowest, System.nanoTime() - begin);
            } while (!all.isDone());
            assertThat(statuses).containsOnly(200);
            assertThat(TimeUnit.NANOSECONDS.toMillis(slowest)).as("milliseconds of the slowest list").isLessThan(2_000);
            List<T> answers = new ArrayList<>();
            for (Future<T> one : running) {
                answers.add(one.get());
            }
            return answers;
        } finally {
            threads.shutdownNow();
        }
    }

    private static void end(Future<?> call) {
        try {
            call.get(2, TimeUnit.MINUTES);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
