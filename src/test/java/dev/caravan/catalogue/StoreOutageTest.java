package dev.caravan.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import dev.caravan.RestClient;
import dev.caravan.embedded.FreePorts;
import dev.caravan.embedded.ServerHandle;
import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.SharedServers;
import dev.caravan.store.Notifications;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.actuate.health.HealthIndicator;

/** The gateway's own database goes away and comes back, or isn't there yet when the gateway starts, or not at all. */
@Tag("nightly")
class StoreOutageTest extends CatalogueTest {

    @Autowired
    private Notifications notifications;

    @Autowired
    private HealthIndicator storeHealthIndicator;

    @Test
    void lostDatabaseIsReportedInTimeAndReconnected() throws Exception {
        long tool = tool(table("{\"a\":1}"), "get_all_data", "all", "");
        Made instance = instance(tool);
        data(instance, "all", "{}");
        ServerHandle server = SharedServers.get(ServerKind.POSTGRESQL);
        int port = FreePorts.pick();
        OwnGateway.Builder starting = OwnGateway.withAllRoutes().port(port).store();
        OwnGateway late;
        server.stop();
        try {
            long begin = System.nanoTime();
            RestClient.Answer answer = rest.get("/api/v1/tools");
            assertThat(answer.error()).isEqualTo("503/1000");
            assertThat(answer.message()).isEqualTo("The gateway's database can't be reached");
            assertThat(rest.post("/api/v1/tables", "{\"name\":\"x\"}").error()).isEqualTo("503/1000");
            JsonNode error = mcp(instance).post(McpClient.request("tools/list", null).toString()).error();
            assertThat(error.get("code").intValue()).isEqualTo(-32603);
            assertThat(error.get("message").textValue()).contains("can't be reached").doesNotContain("127.0.0.1");
            assertThat((System.nanoTime() - begin) / 1_000_000).as("ms of three").isLessThan(15_000);
            assertThat(storeHealthIndicator.health().getStatus().getCode()).isEqualTo("DEGRADED");
            late = starting.start();
            assertThat(new RestClient(port, user).get("/api/v1/tools").error()).isEqualTo("503/1000");
        } finally {
            server.start();
        }
        await().atMost(Duration.ofSeconds(60)).until(() -> rest.get("/api/v1/tools").status() == 200 && notifications.isListening());
        data(instance, "all", "{}");
        assertThat(storeHealthIndicator.health().getStatus().getCode()).isEqualTo("UP");
        try {
            await().atMost(Duration.ofSeconds(60)).until(() -> new RestClient(port, user).get("/api/v1/tools").status() == 200);
            assertThat(new RestClient(port, user).get("/api/v1/tools").data()).hasSize(1);
        } finally {
            late.close();
        }
    }

    @Test
    void gatewayWithoutAStoreSaysSo() {
        int port = FreePorts.pick();
        try (OwnGateway bare = OwnGateway.withAllRoutes().port(port).start()) {
            RestClient.Answer answer = new RestClient(port, user).get("/api/v1/tools");
            assertThat(answer.error()).isEqualTo("503/1000");
            assertThat(answer.message()).contains("caravan.store.url is not set");
            assertThat(McpClient.ofInstance(port, "cvn_x").post(McpClient.request("tools/list", null).toString()).error().get("message")
                    .textValue()).contains("caravan.store.url");
            assertThat(bare.application().getBean("storeHealthIndicator", HealthIndicator.class).health().getStatus().getCode())
                    .isEqualTo("UP");
        }
    }

    @Test
    void callerWithoutANameIsTheUserLocal() {
        RestClient anyone = rest.as(null);
        JsonNode table = anyone.post("/api/v1/tables", "{\"name\":\"of the local user\"}").data();
        assertThat(table.get("user_id").textValue()).isEqualTo("local");
        assertThat(anyone.as("local").get("/api/v1/tables/" + table.get("id")).status()).isEqualTo(200);
        assertThat(rest.get("/api/v1/tables/" + table.get("id")).error()).isEqualTo("404/1004");
        anyone.delete("/api/v1/tables/" + table.get("id")).data();
    }
}
