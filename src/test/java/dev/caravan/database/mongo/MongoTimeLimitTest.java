package dev.caravan.database.mongo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import dev.caravan.database.AnswerProxy;
import dev.caravan.database.MongoTestStore;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each operation tells MongoDB its time limit, so that the server ends it too, and the call ends with a timeout_error. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("nightly")
class MongoTimeLimitTest {

    private static final MongoTestStore STORE = new MongoTestStore();

    private AnswerProxy proxy;
    private OwnGateway gateway;

    @BeforeAll
    void start() throws Exception {
        STORE.with(database -> {
            database.getCollection("late").drop();
            database.createCollection("late");
        });
        proxy = new AnswerProxy(STORE.server().address());
        gateway = OwnGateway.withAllRoutes().settings("databases.mongodb.url=mongodb://127.0.0.1:" + proxy.port() + "/shop",
                "databases.mongodb.statement-timeout=1s").start();
        call("query", "\"limit\":1");
    }

    @AfterAll
    void stop() throws Exception {
        gateway.close();
        proxy.close();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"query|'limit':1", "insert|'data':{'n':1}",
        "update|'data':{'n':'a'},'filters':{'n':1}", "delete|'filters':{'n':1}",
        "advanced|'operation':'aggregate','pipeline':[{'$match':{}}]"})
    void everyOperationHasATimeLimit(String verb, String arguments) {
        proxy.beforeAnswers("maxTimeMS", () -> Thread.sleep(5_000));
        long begin = System.nanoTime();
        JsonNode answer = call(verb, arguments.replace('\'', '"'));
        assertThat(answer.at("/error/type").asText()).as(answer.toString()).isEqualTo("timeout_error");
        assertThat((System.nanoTime() - begin) / 1_000_000).isGreaterThan(800L);
    }

    private JsonNode call(String verb, String arguments) {
        return gateway.client().call("db_" + verb + "_mongodb", McpClient.object("{\"table\":\"late\"," + arguments + "}")).result()
                .get("structuredContent");
    }
}
