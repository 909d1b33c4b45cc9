package dev.caravan.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import dev.caravan.RestClient;
import dev.caravan.StreamClient;
import dev.caravan.embedded.ServerKind;
import dev.caravan.store.Notifications;
import dev.caravan.store.Store;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** Two gateways on one database: what is changed at one is so at the other at once, for those who ask and those who listen. */
@Tag("nightly")
class SeveralGatewaysTest extends CatalogueTest {

    @Autowired
    private Store store;
    @Autowired
    private Notifications notifications;
    private OwnGateway other;

    @BeforeAll
    void startTheOther() {
        other = OwnGateway.withAllRoutes().servers(ServerKind.MONGO, ServerKind.NEO4J, ServerKind.POSTGRESQL).start();
        await().atMost(Duration.ofSeconds(60)).until(() -> other.bean(Notifications.class).isListening());
    }

    @AfterAll
    void stopTheOther() {
        other.close();
    }

    @Test
    void bindingDisabledAtOneGatewayIsRefusedByTheOther() {
        long tool = tool(table("{\"a\":1}"), "get_all_data", "all", "");
        Made instance = instance(tool);
        McpClient there = McpClient.ofInstance(other.port(), instance.key());
        for (int round = 0; round < 20; round++) {
            assertThat(there.call("all", McpClient.object("{}")).result().get("isError").booleanValue()).isFalse();
            rest.put("/api/v1/mcp/" + instance.key() + "/bindings/" + tool, "{\"status\":false}").data();
            await().pollInterval(Duration.ofMillis(5))
                    .until(() -> there.call("all", McpClient.object("{}")).error().path("message").asText().contains("not enabled"));
            assertThat(tools(there)).isEmpty();
            new RestClient(other.port(), user).put("/api/v1/mcp/" + instance.key() + "/bindings/" + tool, "{\"status\":true}").data();
            assertThat(there.call("all", McpClient.object("{}")).json().has("result")).as("whoever changed it sees it at once").isTrue();
            await().pollInterval(Duration.ofMillis(5)).until(() -> !names(instance).isEmpty());
        }
    }

    @Test
    void otherGatewaySeesEveryChange() {
        long tool = tool(table("{\"a\":1}"), "get_all_data", "before", "");
        Made instance = instance(tool);
        McpClient there = McpClient.ofInstance(other.port(), instance.key());
        assertThat(tools(there)).hasSize(1);
        rest.put("/api/v1/tools/" + tool, "{\"name\":\"after\"}").data();
        soon(() -> assertThat(tools(there).get(0).get("name").textValue()).isEqualTo("after"));
        rest.put("/api/v1/tools/" + tool, "{\"json_path\":\"/a\"}").data();
        soon(() -> assertThat(there.envelope("after", McpClient.object("{}")).at("/data/data").intValue()).isEqualTo(1));
        rest.delete("/api/v1/tools/" + tool).data();
        soon(() -> assertThat(tools(there)).isEmpty());
        rest.put("/api/v1/mcp/" + instance.key(), "{\"status\":false}").data();
        soon(() -> assertThat(there.post(McpClient.request("tools/list", null).toString()).status()).isEqualTo(404));
        rest.put("/api/v1/mcp/" + instance.key(), "{\"status\":true}").data();
        soon(() -> assertThat(there.post(McpClient.request("tools/list", null).toString()).status()).isEqualTo(200));
        rest.post("/api/v1/mcp/" + instance.key() + "/rotate", null).data();
        soon(() -> assertThat(there.post(McpClient.request("tools/list", null).toString()).status()).isEqualTo(404));
    }

    @Test
    void listenersOfBothGatewaysHearChangesOfTheirInstanceOnly() throws Exception {
        long table = table("{}");
        long tool = tool(table, "get_all_data", "all", "");
        Made instance = instance(tool);
        Made quiet = instance(tool(table, "preview", "another", ""));
        try (StreamClient here = StreamClient.open(port(), "/mcp/" + instance.key());
                StreamClient there = StreamClient.open(other.port(), "/mcp/" + instance.key());
                StreamClient others = StreamClient.open(other.port(), "/mcp/" + quiet.key());
                StreamClient gateway = StreamClient.open(port(), "/mcp")) {
            rest.put("/api/v1/tools/" + tool, "{\"description\":\"another\"}").data();
            for (StreamClient listener : List.of(here, there)) {
                assertThat(listener.next()).contains("notifications/tools/list_changed");
            }
            rest.put("/api/v1/mcp/" + instance.key() + "/bindings/" + tool, "{\"status\":false}").data();
            for (StreamClient listener : List.of(here, there)) {
                assertThat(listener.next()).contains("notifications/tools/list_changed");
            }
            assertThat(others.next(Duration.ofMillis(300))).isNull();
            assertThat(gateway.next(Duration.ofMillis(300))).isNull();
            rest.put("/api/v1/mcp/" + instance.key(), "{\"status\":false}").data();
            for (StreamClient listener : List.of(here, there)) {
                assertThat(listener.next()).isEqualTo(StreamClient.END);
            }
            try (StreamClient refused = StreamClient.open(port(), "/mcp/" + instance.key())) {
                assertThat(refused.status()).isEqualTo(404);
            }
        }
    }

    @Test
    void modernClientsListenToAnInstance() throws Exception {
        long tool = tool(table("{}"), "get_all_data", "all", "");
        Made instance = instance(tool);
        Made quiet = instance(tool(table("{}"), "preview", "another", ""));
        try (StreamClient there = listen(other.port(), "/mcp/" + instance.key());
                StreamClient others = listen(other.port(), "/mcp/" + quiet.key());
                StreamClient gateway = listen(other.port(), "/mcp")) {
            rest.put("/api/v1/tools/" + tool, "{\"description\":\"another\"}").data();
            assertThat(there.next()).contains("notifications/tools/list_changed", "subscriptionId");
            assertThat(others.next(Duration.ofMillis(300))).isNull();
            assertThat(gateway.next(Duration.ofMillis(300))).isNull();

            rest.put("/api/v1/mcp/" + instance.key(), "{\"status\":false}").data();

            assertThat(there.next()).contains("\"resultType\":\"complete\"");
            assertThat(there.next()).isEqualTo(StreamClient.END);
        }
    }

    /** Without the connection that tells of changes nothing may be kept; when it is back, whoever listens is told to look again. */
    @Test
    void lostConnectionLeavesNoStaleBinding() throws Exception {
        long tool = tool(table("{}"), "get_all_data", "all", "");
        Made instance = instance(tool);
        assertThat(names(instance)).hasSize(1);
        try (StreamClient listener = StreamClient.open(port(), "/mcp/" + instance.key())) {
            List<Boolean> ended = store.run(jdbc -> jdbc.sql("select pg_terminate_backend(pid) from pg_stat_activity "
                    + "where datname = current_database() and pid <> pg_backend_pid() and application_name = 'caravan-listener'")
                    .query(Boolean.class).list());
            assertThat(ended).hasSizeGreaterThanOrEqualTo(2).containsOnly(true);
            for (int round = 0; round < 30; round++) {
                boolean on = round % 2 == 1;
                store.run(jdbc -> jdbc.sql("update mcp_binding set status = ? where tool_id = ?").params(on, tool).update());
                boolean deaf = !notifications.isListening();
                boolean fresh = names(instance).isEmpty() != on;
                assertThat(fresh || !deaf || notifications.isListening()).as("without the connection, what is read is what is there")
                        .isTrue();
                await().pollInterval(Duration.ofMillis(5)).until(() -> names(instance).isEmpty() != on);
            }
            await().until(notifications::isListening);
            assertThat(listener.next()).contains("notifications/tools/list_changed");
        }
    }
}
