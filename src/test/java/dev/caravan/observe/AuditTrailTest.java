package dev.caravan.observe;

import static dev.caravan.embedded.ServerKind.MONGO;
import static dev.caravan.embedded.ServerKind.NEO4J;
import static dev.caravan.embedded.ServerKind.POSTGRESQL;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.GatewayLog;
import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import dev.caravan.RestClient;
import dev.caravan.embedded.FreePorts;
import dev.caravan.store.Store;
import dev.caravan.store.StoreTables;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whatever is called, read, got, changed, recalled or refused leaves one event; arguments are in it as an HMAC alone. */
@Tag("full")
class AuditTrailTest {

    private static final String CALLER = "ada-of-the-trail";
    private static final String KEY = "a key of thirty-two characters!!";

    private static OwnGateway audited() {
        return OwnGateway.withAllRoutes().servers(MONGO, NEO4J, POSTGRESQL).set("recall.local", true).set("audit.key", KEY)
                .shared().start();
    }

    @Test
    void everyCallLeavesOneEvent() {
        try (OwnGateway gateway = audited(); GatewayLog log = GatewayLog.record()) {
            StoreTables.await(gateway.bean(Store.class));
            McpClient client = gateway.client();
            String made = "table-" + System.nanoTime();
            client.post(McpClient.request("tools/call", McpClient.object("{\"name\":\"mongo_find_all\",\"arguments\":{\"limit\":1}}"))
                    .toString(), "X-User-Id", CALLER);
            client.post(McpClient.request("prompts/get", McpClient.object("{\"name\":\"none\",\"arguments\":{\"a\":\"b\"}}")).toString(),
                    "X-User-Id", CALLER);
            client.post(McpClient.request("resources/read", McpClient.object("{\"uri\":\"none:///x\"}")).toString(), "X-User-Id", CALLER);
            RestClient rest = new RestClient(gateway.port(), CALLER);
            JsonNode table = rest.post("/api/v1/tables", "{\"name\":\"" + made + "\"}").data();
            rest.delete("/api/v1/tables/" + table.get("id"));
            rest.post("/api/v1/tables", "{}");
            rest.post("/api/agent-retrieval/in/v1/kn/get_action_info", "{}");

            List<String> events = log.auditEvents(CALLER, 7);

            assertThat(events).hasSize(7).allMatch(event -> event.contains("\"caller\":\"" + CALLER + "\""));
            assertThat(events).filteredOn(event -> event.contains("\"tool\":\"mongo_find_all\"")).singleElement().asString()
                    .contains("\"argumentsHmac\":\"" + hmac("{\"limit\":1}") + '"', "\"outcome\":\"OK\"");
            assertThat(events).filteredOn(event -> event.contains("\"prompt\":\"none\"")).singleElement().asString()
                    .contains(hmac("{\"a\":\"b\"}"));
            assertThat(events).filteredOn(event -> event.contains("\"resource\":\"none:///x\"")).singleElement().asString()
                    .doesNotContain("argumentsHmac");
            assertThat(events).filteredOn(event -> event.contains("\"rest\":\"rest-create-table\"")).hasSize(2)
                    .anyMatch(event -> event.contains(hmac("{\"name\":\"" + made + "\"}")) && event.contains("\"outcome\":\"OK\""))
                    .anyMatch(event -> event.contains("\"outcome\":\"REST_"));
            assertThat(events).filteredOn(event -> event.contains("\"rest\":\"rest-delete-table\"")).singleElement().asString()
                    .contains("\"id\":\"" + table.get("id") + '"');
            assertThat(events).filteredOn(event -> event.contains("\"rest\":\"rest-get-action-info\"")).singleElement().asString()
                    .contains("\"outcome\":\"Public.BadRequest\"");
            assertThat(log.text()).doesNotContain(made);
        }
    }

    /** The paths of MCP instances have their keys, which open them. */
    @Test
    void noEventContainsAnInstanceKey() {
        try (OwnGateway gateway = audited(); GatewayLog log = GatewayLog.record()) {
            StoreTables.await(gateway.bean(Store.class));
            RestClient rest = new RestClient(gateway.port(), CALLER);
            String key = rest.post("/api/v1/mcp", "{\"name\":\"kept\"}").data().get("api_key").textValue();
            rest.put("/api/v1/mcp/" + key, "{\"name\":\"kept still\"}").data();
            rest.post("/api/v1/mcp/" + key + "/bindings", "{}");
            rest.delete("/api/v1/mcp/" + key).data();

            assertThat(log.auditEvents(CALLER, 4)).filteredOn(event -> event.contains("\"api_key\":\"" + key.substring(0, 8) + "…\""))
                    .hasSize(3);
            assertThat(log.text()).doesNotContain(key);
        }
    }

    /** It waits neither for the key nor with the stop, as long as the key is in a database that is away. */
    @Tag("nightly")
    @Test
    void eventIsWrittenWithoutHmacWhenTheGatewayStopsBeforeTheDatabaseIsUp() {
        try (GatewayLog log = stopped()) {
            assertThat(log.auditEvents(CALLER, 1)).singleElement().asString().contains("\"tool\":\"echo_it\"", "\"argumentsHmac\":null");
        }
    }

    private static GatewayLog stopped() {
        OwnGateway gateway = OwnGateway.withEntries().set("store.url", "jdbc:postgresql://127.0.0.1:" + FreePorts.pick() + "/none")
                .tool("echo_it", "x", "${body[text]}").start();
        GatewayLog log = GatewayLog.record();
        try (gateway) {
            gateway.client().post(
                    McpClient.request("tools/call", McpClient.object("{\"name\":\"echo_it\",\"arguments\":{\"text\":\"a\"}}")).toString(),
                    "X-User-Id", CALLER);
        }
        return log;
    }

    /** Without a key in the settings the store has one, so that all gateways of an installation write the same. */
    @Tag("nightly")
    @Test
    void gatewaysOfOneStoreShareTheAuditKey() throws Exception {
        List<String> hmacs = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            try (OwnGateway gateway = OwnGateway.withEntries().store().tool("echo_it", "x", "${body[text]}").start();
                    GatewayLog log = GatewayLog.record()) {
                StoreTables.await(gateway.bean(Store.class));
                gateway.client().post(McpClient.request(
                        "tools/call", McpClient.object("{\"name\":\"echo_it\",\"arguments\":{\"text\":\"a\"}}")).toString(),
                        "X-User-Id", CALLER);
                hmacs.add(McpClient.object(log.auditEvents(CALLER, 1).get(0)).path("argumentsHmac").asText());
            }
        }

        assertThat(hmacs.get(0)).hasSize(64).isEqualTo(hmacs.get(1)).isNotEqualTo(HexFormat.of().formatHex(sha256("{\"text\":\"a\"}")));
    }

    private static byte[] sha256(String text) throws Exception {
        return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String hmac(String arguments) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(KEY.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            return HexFormat.of().formatHex(mac.doFinal(sha256(arguments)));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
