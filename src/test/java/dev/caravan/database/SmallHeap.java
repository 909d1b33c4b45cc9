package dev.caravan.database;

import static java.util.concurrent.TimeUnit.MINUTES;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.Caravan;
import dev.caravan.McpClient;
import dev.caravan.McpClient.Answer;
import dev.caravan.embedded.ChildJvm;
import dev.caravan.embedded.FreePorts;
import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.SharedServers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A gateway with a heap of 256 MB on the shared servers, and callers of it. Its databases {@code calm_KIND} have connections of their own.
 */
public final class SmallHeap implements AutoCloseable {

    private static final int CALLERS = 16;
    private static final int CALLS_EACH = 1;
    private static final int MOST_ANSWERED = 1 << 20;
    private static final List<String> CALM = List.of("sqlite", "postgresql", "mongodb", "redis");

    private static final List<String> STORES = List.of("postgresql", "mysql", "sqlite", "mongodb", "redis", "opensearch", "supabase");

    public final int port = FreePorts.pick();
    private final McpClient client = new McpClient(port);
    private final ChildJvm gateway;

    public SmallHeap(List<ServerKind> kinds) throws Exception {
        List<String> arguments = new ArrayList<>(List.of("--caravan.http.port=" + port, "--server.port=0",
                "--caravan.mongodb.database=heap", "--caravan.databases.mysql.pool-size=4", "--caravan.tools.timeout=50s",
                "--caravan.store.connect-timeout=12s", "--caravan.store.statement-timeout=12s"));
        kinds.forEach(kind -> SharedServers.get(kind).properties().forEach((name, value) -> {
            arguments.add("--" + name + "=" + value);
            CALM.stream().filter(calm -> name.startsWith("caravan.databases." + calm + "."))
                    .forEach(calm -> arguments.add("--" + name.replace("." + calm + ".", ".calm_" + calm + ".") + "=" + value));
        }));
        STORES.stream().filter(store -> arguments.stream().anyMatch(set -> set.startsWith("--caravan.databases." + store + ".")))
                .forEach(store -> arguments.add("--caravan.databases." + store + ".statement-timeout=12s"));
        CALM.forEach(calm -> arguments.addAll(
                List.of("--caravan.databases.calm_" + calm + ".type=" + calm, "--caravan.databases.calm_" + calm + ".statement-timeout=45s",
                        "--caravan.databases.calm_" + calm + ".connect-timeout=12s")));
        gateway = ChildJvm.runWithHeap("256m", Caravan.class, arguments.toArray(String[]::new));
        gateway.untilItPrints("Caravan is ready");
        CALM.forEach(calm -> await().atMost(60, SECONDS).untilAsserted(() -> assertCalm("calm_" + calm)));
    }

    private void assertCalm(String database) {
        JsonNode answer = calm(database);
        assertThat(answer.at("/data/0/v").asText()).as("%s: %s", database, answer).isEqualTo("x");
    }

    private JsonNode calm(String database) {
        return client.call("db_query_" + database, McpClient.object("{\"table\":\"calm\"}")).result().get("structuredContent");
    }

    /**
     * SQLite is in the gateway's process, so only the gateway can fail there. The server of another database may itself be busy with what
     * others asked for, so that it answers late, or takes no connection in time.
     */
    private void assertServed(String database) {
        JsonNode answer = calm(database);
        if (database.equals("calm_sqlite")) {
            assertThat(answer.at("/data/0/v").asText()).as("%s: %s", database, answer).isEqualTo("x");
            return;
        }
        assertThat(answer.at("/data/0/v").asText("") + answer.at("/error/type").asText("")).as("%s: %s", database, answer).isIn("x",
                "timeout_error", "connection_error");
    }

    /** Has many callers ask at once, again and again, while another caller is served as ever; what they came to. */
    public List<Answer> ask(McpClient asked, String tool, String arguments) throws Exception {
        return ask(() -> asked.call(tool, McpClient.object(arguments)));
    }

    /** Like {@link #ask(McpClient, String, String)}, with any call. */
    public List<Answer> ask(Callable<Answer> call) throws Exception {
        ExecutorService callers = Executors.newFixedThreadPool(CALLERS + 1);
        AtomicBoolean asking = new AtomicBoolean(true);
        int logged = gateway.printed().length();
        try {
            Future<Integer> calm = callers.submit(() -> {
                int served = 0;
                while (asking.get()) {
                    assertThat(client.post(McpClient.request("ping", null).toString()).result()).isNotNull();
                    CALM.forEach(database -> assertServed("calm_" + database));
                    served++;
                }
                return served;
            });
            Callable<List<Answer>> caller = () -> {
                List<Answer> answers = new ArrayList<>();
                for (int i = 0; i < CALLS_EACH; i++) {
                    answers.add(call.call());
                }
                return answers;
            };
            List<Answer> all = new ArrayList<>();
            List<Future<List<Answer>>> ended = new ArrayList<>();
            for (int i = 0; i < CALLERS; i++) {
                ended.add(callers.submit(caller));
            }
            for (Future<List<Answer>> one : ended) {
                all.addAll(one.get(5, MINUTES));
            }
            asking.set(false);
            assertThat(calm.get(4, MINUTES)).as("rounds of the other caller").isPositive();
            return all;
        } finally {
            asking.set(false);
            callers.shutdownNow();
            assertThat(gateway.process().isAlive()).as("the gateway lives").isTrue();
            assertThat(gateway.printed().substring(logged).lines().filter(line -> line.contains("OutOfMemory"))).isEmpty();
        }
    }

    /** Returns a request of 4 MB with the value as often as it fits. */
    public static String insertOfMany(String value) {
        String list = "[" + (value + ",").repeat(4_190_000 / (value.length() + 1)) + value + "]";
        return McpClient.request(
                "tools/call", McpClient.object("{\"name\":\"db_insert_sqlite\",\"arguments\":{\"table\":\"calm\",\"data\":[0]}}"))
                .toString().replace("[0]", list);
    }

    /** Whether the answer is a result, or says that the body is too large or others' are. */
    public static void assertAnsweredOrRefused(Answer answer) {
        assertThat(answer.status()).as(start(answer)).isIn(200, 413, 503);
    }

    /** Whether it is cut, or an error that says why. */
    public static void assertBounded(Answer answer) {
        assertSmall(answer);
        if (!answer.result().get("isError").booleanValue()) {
            assertThat(answer.body().contains("\"truncated\":true") || answer.body().contains("\"has_more\":true")).as(start(answer))
                    .isTrue();
        }
    }

    /** Whether it is a result of bounded size, or an error that says why. */
    public static void assertSmall(Answer answer) {
        assertThat(answer.body().length()).isLessThan(MOST_ANSWERED);
        if (answer.result().get("isError").booleanValue()) {
            assertThat(answer.result().at("/structuredContent/error/message").asText()).as(start(answer)).isNotBlank();
        }
    }

    private static String start(Answer answer) {
        return answer.body().substring(0, Math.min(answer.body().length(), 500));
    }

    @Override
    public void close() {
        gateway.close();
    }
}
