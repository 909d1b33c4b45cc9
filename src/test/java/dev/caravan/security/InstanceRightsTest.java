package dev.caravan.security;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.OwnGateway;
import dev.caravan.mcp.McpException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whoever has the key of an MCP instance has its enabled tools, and nothing else; a key that is no good is as one that never was. */
@Tag("nightly")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class InstanceRightsTest {

    private static final String ALICE = "kAlice-4f3c0c6f0b1e4c5f9f0e";
    private static final String BOB = "kBob-9a3f77de21b84d0c";

    private OwnGateway gateway;
    private SecuredClient client;
    private String instance;
    private String disabled;
    private String replaced;

    static List<RightsTable.Message> messages() {
        return RightsTable.messages();
    }

    @BeforeAll
    void start() {
        gateway = OwnGateway.withAllRoutes().store().apiKey("alice", ALICE, "tools:read,tools:call,catalogue:write")
                .apiKey("bob", BOB, "tools:read,tools:call")
                .settings("security.failed-logins.attempts=0").start();
        client = new SecuredClient(gateway.url());
        int table = send("POST", "/api/v1/tables", "{\"name\":\"t\",\"data\":{\"a\":\"secret\"}}").get("id").intValue();
        instance = made(tool(table, "shown") + "},{\"tool_id\":" + tool(table, "disabled") + ",\"status\":false");
        disabled = made(tool(table, "elsewhere"));
        send("PUT", "/api/v1/mcp/" + disabled, "{\"status\":false}");
        replaced = made(tool(table, "rotated"));
        send("POST", "/api/v1/mcp/" + replaced + "/rotate", "{}");
    }

    private String tool(int table, String name) {
        return send("POST", "/api/v1/tools", "{\"table_id\":" + table + ",\"type\":\"get_all_data\",\"name\":\"a_" + name + "\"}").get("id")
                .asText();
    }

    private String made(String bindings) {
        return send("POST", "/api/v1/mcp/with_bindings", "{\"bindings\":[{\"tool_id\":" + bindings + "}]}").get("api_key").textValue();
    }

    private JsonNode send(String method, String path, String body) {
        SecuredClient.Answer answer = client.send(method, path, body, "X-API-Key", ALICE);
        assertThat(answer.status()).as(answer.body()).isIn(200, 201);
        return answer.json().get("data");
    }

    @AfterAll
    void stop() {
        gateway.close();
    }

    @ParameterizedTest
    @MethodSource("messages")
    void instanceServesTheMessagesOfTheTable(RightsTable.Message message) {
        for (Endpoint request : at(message)) {
            for (String key : List.of(ALICE, BOB)) {
                SecuredClient.Answer answer = request.send(client, Map.of("api_key", instance), "X-API-Key", key);
                boolean served = answer.body().isEmpty() || answer.json().at("/error/code").asInt() != McpException.METHOD_NOT_FOUND;
                assertThat(answer.status()).as(answer.body()).isNotIn(401, 403, 500);
                assertThat(served).as(request + " " + answer.body()).isEqualTo(message.atInstances());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("messages")
    void invalidatedKeyLooksLikeAnUnknownOne(RightsTable.Message message) {
        for (Endpoint request : at(message)) {
            SecuredClient.Answer never = request.send(client, Map.of("api_key", "no-such-key"), "X-API-Key", ALICE);
            assertThat(never.status()).isEqualTo(404);
            for (String key : List.of(disabled, replaced)) {
                SecuredClient.Answer answer = request.send(client, Map.of("api_key", key), "X-API-Key", ALICE);
                assertThat(answer.status()).isEqualTo(404);
                assertThat(answer.body()).isEqualTo(never.body());
                assertThat(answer.headers().map().keySet()).isEqualTo(never.headers().map().keySet());
            }
        }
    }

    private static List<Endpoint> at(RightsTable.Message message) {
        List<Endpoint> requests = new ArrayList<>();
        for (String path : List.of("/mcp/{api_key}", "/mcp/{api_key}/mcp")) {
            message.eras().forEach(era -> requests.add(Endpoint.of(path, message, era, message.params())));
        }
        return requests;
    }

    @ParameterizedTest
    @ValueSource(strings = {"a_elsewhere", "mongo_find_all", "get_action_info"})
    void unboundToolLooksLikeAMissingOne(String name) {
        SecuredClient.Answer answer = call(name);
        SecuredClient.Answer missing = call("a_nowhere");

        assertThat(answer.status()).isEqualTo(missing.status());
        assertThat(answer.body().replace(name, "NAME")).isEqualTo(missing.body().replace("a_nowhere", "NAME")).doesNotContain("secret");
        assertThat(call("a_shown").body()).contains("secret");
        assertThat(call("a_disabled").json().at("/error/code").asInt()).as("refused as disabled, and not run")
                .isEqualTo(McpException.INVALID_PARAMS);
        assertThat(
                client.rpcAt("/mcp/" + instance, "tools/list", "{}", "X-API-Key", BOB).json().at("/result/tools").findValuesAsText("name"))
                .containsExactly("a_shown");
    }

    private SecuredClient.Answer call(String name) {
        return client.rpcAt("/mcp/" + instance, "tools/call", "{\"name\":\"" + name + "\",\"arguments\":{}}", "X-API-Key", BOB);
    }
}
