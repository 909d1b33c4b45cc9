package dev.caravan.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import dev.caravan.RestClient;
import dev.caravan.WaitingStep;
import dev.caravan.store.Store;
import dev.caravan.store.StoreTables;
import java.net.URI;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** Calls in Prometheus' scrape: how many, what they came to, how long they took, and how many run. */
@Tag("full")
class CallMetricsTest extends ObservedGatewayTest {

    @BeforeAll
    void untilTheStoreHasItsTables(@Autowired Store store) {
        StoreTables.await(store);
    }

    @Test
    void callsAreCountedByToolAndOutcome() {
        Scrape before = scrape();
        for (int i = 0; i < 3; i++) {
            call("mongo_find_all", "{}");
        }
        call("mongo_find_by_id", "{\"id\":\"" + UUID.randomUUID() + "\"}");
        call("mongo_find_all", "{\"limit\":1000}");
        call("db_query_postgresql", "{\"table\":\"no_such_table\"}");
        Scrape after = scrape();

        assertThat(after.types()).containsEntry("caravan_tool_calls_seconds", "histogram").containsEntry("caravan_tool_in_flight", "gauge");
        assertThat(grown(before, after, "mongo_find_all", "ok")).isEqualTo(3);
        assertThat(grown(before, after, "mongo_find_all", "INVALID_ARGUMENT")).isEqualTo(1);
        assertThat(grown(before, after, "mongo_find_by_id", "NOT_FOUND")).isEqualTo(1);
        assertThat(after.values("caravan_tool_calls_seconds_count", "outcome")).contains("ok", "NOT_FOUND");
        assertThat(grown(before, after, "db_query_postgresql", "INVALID_ARGUMENT")).isEqualTo(1);
    }

    private static double grown(Scrape before, Scrape after, String tool, String outcome) {
        return after.value("caravan_tool_calls_seconds_count", "tool", tool, "outcome", outcome)
                - before.value("caravan_tool_calls_seconds_count", "tool", tool, "outcome", outcome);
    }

    @Test
    void bucketsShowDurations() {
        call("told", "{\"ms\":120}");
        Scrape scrape = scrape();
        String[] told = {"tool", "told", "outcome", "ok"};
        double count = scrape.value("caravan_tool_calls_seconds_count", told);
        double below100 = scrape.value("caravan_tool_calls_seconds_bucket", "tool", "told", "outcome", "ok", "le", "0.1");
        double all = scrape.value("caravan_tool_calls_seconds_bucket", "tool", "told", "outcome", "ok", "le", "+Inf");

        assertThat(all).isEqualTo(count);
        assertThat(below100).isLessThan(count);
        assertThat(scrape.all("caravan_tool_calls_seconds_bucket", told)).as("few buckets").hasSizeLessThan(15);
        assertThat(scrape.value("caravan_tool_calls_seconds_sum", told)).isGreaterThanOrEqualTo(0.12);
    }

    @Test
    void runningCallsAreInFlight() {
        WaitingStep.close();
        CompletableFuture<JsonNode> slow = CompletableFuture.supplyAsync(() -> call("told", "{\"ms\":1}"));
        try {
            await().until(() -> scrape().value("caravan_tool_in_flight", "tool", "told") == 1);
        } finally {
            WaitingStep.open();
        }
        slow.join();
        await().until(() -> scrape().value("caravan_tool_in_flight", "tool", "told") == 0);
    }

    @Test
    void unknownToolNamesShareOneSeries() {
        for (int i = 0; i < 50; i++) {
            client.post(McpClient.request("tools/call", McpClient.object("{\"name\":\"made_up_" + i + "\"}")).toString());
            client.post(McpClient.request("resources/read", McpClient.object("{\"uri\":\"made://up/" + i + "\"}")).toString());
            client.post(McpClient.request("prompts/get", McpClient.object("{\"name\":\"made_up_" + i + "\"}")).toString());
        }
        Scrape scrape = scrape();
        assertThat(scrape.values("caravan_tool_calls_seconds_count", "tool")).contains("unknown").noneMatch(name -> name.contains("made"));
        assertThat(scrape.value("caravan_tool_calls_seconds_count", "tool", "unknown", "outcome", "UNKNOWN_TOOL"))
                .isGreaterThanOrEqualTo(50);
        assertThat(scrape.values("caravan_resource_calls_seconds_count", "resource")).contains("unknown")
                .noneMatch(name -> name.contains("made"));
        assertThat(scrape.values("caravan_prompt_calls_seconds_count", "prompt")).contains("unknown")
                .noneMatch(name -> name.contains("made"));
    }

    @Test
    void toolsOfUsersAreCountedByType() {
        RestClient rest = new RestClient(port(), "metrics-" + UUID.randomUUID());
        long table = rest.post("/api/v1/tables", "{\"name\":\"t\",\"data\":{\"a\":1}}").data().get("id").longValue();
        StringBuilder bindings = new StringBuilder();
        for (int i = 0; i < 5; i++) {
            JsonNode tool = rest
                    .post("/api/v1/tools",
                            "{\"name\":\"users_own_" + i + "\",\"type\":\"get_all_data\",\"table_id\":" + table + ",\"json_path\":\"\"}")
                    .data();
            bindings.append(i == 0 ? "" : ",").append("{\"tool_id\":").append(tool.get("id")).append("}");
        }
        JsonNode instance = rest.post("/api/v1/mcp/with_bindings", "{\"name\":\"i\",\"bindings\":[" + bindings + "]}").data();
        McpClient mcp = McpClient.ofInstance(port(), instance.get("api_key").textValue());
        for (int i = 0; i < 5; i++) {
            mcp.call("users_own_" + i, McpClient.object("{}")).result();
        }
        Set<String> tools = scrape().values("caravan_tool_calls_seconds_count", "tool");
        assertThat(tools).noneMatch(name -> name.contains("users_own"));
        assertThat(scrape().value("caravan_tool_calls_seconds_count", "tool", "bound:get_all_data", "outcome", "ok"))
                .isGreaterThanOrEqualTo(5);
    }

    @Test
    void dependenciesAreMeasured() {
        call("mongo_find_all", "{}");
        call("neo4j_find_node", "{\"id\":\"" + UUID.randomUUID() + "\"}");
        call("db_query_postgresql", "{\"table\":\"users\",\"limit\":1}");
        call("db_query_redis", "{\"table\":\"users\",\"filters\":{\"id\":\"1\"}}");
        call("web_search", "{\"query\":\"pools " + UUID.randomUUID() + "\"}");
        new RestClient(port(), "metrics").get("/api/v1/tools");
        await().until(() -> scrape().all("caravan_search_index_tasks").stream().noneMatch(sample -> Double.isNaN(sample.value())));
        await().until(() -> scrape().value("caravan_code_index_state", "workspace", "shop", "state", "none") == 1);
        await("the check of health has returned its connection").until(
                () -> scrape().value("caravan_pool_idle", "pool", "database-redis") >= 1);
        Scrape scrape = scrape();

        assertThat(scrape.values("resilience4j_circuitbreaker_state", "name")).containsExactlyInAnyOrder("web-search",
                "ontology-query", "ontology-manager", "operator-integration", "mcp-proxy");
        assertThat(scrape.value("resilience4j_circuitbreaker_state", "name", "web-search", "state", "closed")).isEqualTo(1);
        assertThat(scrape.values("hikaricp_connections_max", "pool")).contains("store", "database-postgresql");
        assertThat(scrape.values("mongodb_driver_pool_size", "pool")).contains("documents");
        assertThat(scrape.values("caravan_pool_max", "pool")).contains("neo4j", "database-redis");
        assertThat(scrape.value("caravan_pool_idle", "pool", "neo4j")).isGreaterThanOrEqualTo(1);
        assertThat(scrape.value("caravan_pool_idle", "pool", "database-redis")).isGreaterThanOrEqualTo(1);
        String search = "http-" + URI.create(COLLECTOR.searchUrl()).getAuthority();
        assertThat(scrape.value("caravan_pool_max", "pool", search)).isGreaterThanOrEqualTo(100);
        assertThat(scrape.value("caravan_pool_idle", "pool", search)).isGreaterThanOrEqualTo(1);
        assertThat(scrape.value("caravan_pool_active", "pool", search)).isZero();
        assertThat(scrape.values("caravan_pool_pending", "pool")).contains("neo4j", "database-redis", search);
        assertThat(scrape.value("caravan_upstream_state", "server", "absent", "state", "idle")).isEqualTo(1);
        assertThat(scrape.values("caravan_upstream_state", "state")).contains("idle", "connecting", "connected", "failed");
        assertThat(scrape.values("caravan_search_index_tasks", "state")).containsExactlyInAnyOrder("pending", "indexing", "ready", "error");
        for (String name : new String[]{"caravan_tasks_running", "caravan_http_streams", "caravan_audit_queue", "caravan_routes_broken",
            "caravan_mcp_questions"}) {
            assertThat(scrape.has(name)).as(name).isTrue();
        }
        assertThat(scrape.value("caravan_routes_reloads_total", "outcome", "failed")).isZero();
        assertThat(scrape.values("caravan_calls_refused_total", "reason")).containsExactlyInAnyOrder("max_in_flight",
                "max_in_flight_per_caller", "rate_limit");
        assertThat(scrape.has("jvm_memory_used_bytes")).isTrue();
    }
}
