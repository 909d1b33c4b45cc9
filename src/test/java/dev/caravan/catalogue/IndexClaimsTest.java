package dev.caravan.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.caravan.OwnGateway;
import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.SharedServers;
import dev.caravan.store.Notifications;
import dev.caravan.store.Store;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Which index task a gateway claims next, in a database where no gateway indexes by itself. */
@Tag("full")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class IndexClaimsTest {

    private OwnGateway gateway;
    private Store store;
    /** Each is what one gateway has. */
    private IndexTasks one;
    private IndexTasks another;

    @BeforeAll
    void startAGatewayWithoutTheRouteThatIndexes() throws Exception {
        Map<String, String> server = SharedServers.get(ServerKind.POSTGRESQL).properties();
        String url = server.get("caravan.store.url");
        String user = server.get("caravan.store.username");
        String name = "claims_" + UUID.randomUUID().toString().replace("-", "");
        try (Connection connection = DriverManager.getConnection(url, user, server.get("caravan.store.password"));
                Statement statement = connection.createStatement()) {
            statement.execute("create database " + name);
        }
        gateway = OwnGateway.withEntries().store().set("store.url", url.replaceFirst("/\\w+$", "/" + name)).start();
        store = gateway.bean(Store.class);
        await().atMost(Duration.ofSeconds(60)).until(() -> gateway.bean(Notifications.class).isListening()
                && store.<Boolean>run(
                        jdbc -> jdbc.sql("select to_regclass('search_index_task_turn') is not null").query(Boolean.class).single()));
    }

    @AfterAll
    void stopIt() {
        gateway.close();
    }

    @BeforeEach
    void twoGatewaysAndNoTasks() {
        one = gateway(Duration.ofHours(1));
        another = gateway(Duration.ofHours(1));
        store.run(jdbc -> jdbc.sql("delete from context_table").update());
    }

    private IndexTasks gateway(Duration lease) {
        return new IndexTasks(store, new Indexing.IndexProperties(Duration.ofMinutes(30), lease, Duration.ofSeconds(2), 2));
    }

    /** @return the tool's id */
    private long task(String user) {
        return store.run(jdbc -> {
            long table = jdbc.sql("insert into context_table (user_id, name) values (:user, 't') returning id").param("user", user)
                    .query(Long.class).single();
            long tool = jdbc.sql(
                    "insert into tool (user_id, table_id, type, name, description) values (:user, :table, 'search', 'find', '') returning "
                            + "id")
                    .param("user", user).param("table", table).query(Long.class).single();
            jdbc.sql("insert into search_index_task (user_id, tool_id, table_id) values (:user, :tool, :table)").param("user", user)
                    .param("tool", tool).param("table", table).update();
            return tool;
        });
    }

    @Test
    void indexThatKillsGatewaysFiveTimesFails() {
        long tool = task("a");
        for (int death = 1; death <= 5; death++) {
            // its lease ends at once, and it is never heard of again
            assertThat(gateway(Duration.ZERO).claim(List.of())).as("gateway " + death).get().extracting(IndexTasks.Claimed::toolId)
                    .isEqualTo(tool);
            assertThat(one.of(tool).orElseThrow().status()).isEqualTo("indexing");
        }

        assertThat(one.claim(List.of())).isEmpty();
        IndexTasks.IndexTask task = one.of(tool).orElseThrow();
        assertThat(task.status()).isEqualTo("error");
        assertThat(task.lastError()).isEqualTo("Gateways crashed 5 times while they built this index; the context may be too large");
        assertThat(task.finishedAt()).isNotNull();
    }

    @Test
    void newRequestForAnIndexResetsItsAttempts() {
        long tool = task("a");
        for (int round = 0; round < 2; round++) {
            for (int death = 1; death <= 5; death++) {
                assertThat(gateway(Duration.ZERO).claim(List.of())).isPresent();
            }
            assertThat(one.claim(List.of())).isEmpty();
            store.<Object, RuntimeException>transact(jdbc -> {
                one.open(jdbc, tool);
                return null;
            });
        }
        assertThat(one.claim(List.of())).isPresent();
    }

    @Test
    void usersTakeTurns() {
        long[] many = {task("many"), task("many"), task("many"), task("many")};
        long few = task("few");
        long late = task("late");

        assertThat(List.of(work(), work(), work(), work(), work())).containsExactly(many[0], few, late, many[1], many[2]);
        store.run(jdbc -> jdbc.sql("delete from context_table where user_id = 'late'").update());
        long anew = task("late");
        long again = task("few");
        assertThat(List.of(work(), work(), work())).as("a user's turn does not come sooner by deleting what was indexed")
                .containsExactly(again, many[3], anew);
    }

    /** Claims the next one, and finishes it. */
    private long work() {
        IndexTasks.Claimed claimed = one.claim(List.of()).orElseThrow();
        one.finish(claimed, null);
        return claimed.toolId();
    }

    @Test
    void usersWithoutARunningIndexGoFirst() {
        long first = task("many");
        long second = task("many");
        assertThat(one.claim(List.of())).get().extracting(IndexTasks.Claimed::toolId).isEqualTo(first);
        long few = task("few");

        assertThat(one.claim(List.of("many", "few"))).isEmpty();
        assertThat(another.claim(List.of())).get().extracting(IndexTasks.Claimed::toolId).isEqualTo(few);
        assertThat(one.claim(List.of("many"))).isEmpty();
        assertThat(another.claim(List.of("few"))).get().extracting(IndexTasks.Claimed::toolId).isEqualTo(second);
    }
}
