package dev.caravan.security;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.OwnGateway;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is another user's is answered exactly as what does not exist, and nothing happens to it. */
@Tag("full")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AnothersThingsTest {

    private static final String ALICE = "kAlice-4f3c0c6f0b1e4c5f9f0e";
    private static final String BOB = "kBob-9a3f77de21b84d0c";
    private static final String SCOPES = "tools:read,tools:call,catalogue:write";
    /** As ids of things that do not exist. */
    private static final String NOTHING = "987654321";

    private OwnGateway gateway;
    private SecuredClient client;

    static List<Endpoint> owned() {
        return having(whose -> whose.equals("owner"));
    }

    static List<Endpoint> lists() {
        return having(whose -> whose.equals("list"));
    }

    private static List<Endpoint> having(Function<String, Boolean> whose) {
        return Endpoint.all().stream().filter(endpoint -> whose.apply(endpoint.whose()) && !endpoint.isMessage()).toList();
    }

    @BeforeAll
    void start() {
        gateway = OwnGateway.withAllRoutes().store().apiKey("alice", ALICE, SCOPES).apiKey("bob", BOB, SCOPES).start();
        client = new SecuredClient(gateway.url());
    }

    @AfterAll
    void stop() {
        gateway.close();
    }

    private JsonNode made(String path, String body) {
        SecuredClient.Answer answer = client.send("POST", path, body, "X-API-Key", ALICE);
        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
        return answer.json().get("data");
    }

    /** Things of alice's, by the names that the table has for their ids. */
    private Map<String, String> things(Endpoint endpoint) {
        Map<String, String> things = new HashMap<>();
        things.put("table_id", made("/api/v1/tables", "{\"name\":\"alice's secret\",\"data\":{\"a\":1}}").get("id").asText());
        made("/api/v1/tables/" + things.get("table_id") + "/data", "{\"elements\":[{\"key\":\"b\",\"content\":1}]}"); // the change to undo
        things.put("tool_id",
                made("/api/v1/tools/search", "{\"table_id\":" + things.get("table_id") + ",\"name\":\"secret_tool\"}").get("id").asText());
        String bindings = "{\"bindings\":[{\"tool_id\":" + things.get("tool_id") + "}]}";
        JsonNode instance = made("/api/v1/mcp/with_bindings", bindings);
        things.put("mcp_id", instance.get("id").asText());
        things.put("api_key", instance.get("api_key").asText());
        things.put("id", things.get(endpoint.template().contains("/tools/") ? "tool_id" : "table_id"));
        return things;
    }

    private List<String> state(Map<String, String> things) {
        return List.of(
                "/api/v1/tables/" + things.get("table_id"), "/api/v1/tables/" + things.get("table_id") + "/data",
                        "/api/v1/tables/" + things.get("table_id") + "/history",
                "/api/v1/mcp/" + things.get("api_key"),
                        "/api/v1/mcp/" + things.get("api_key") + "/tools?include_disabled=true")
                .stream().map(path -> client.send("GET", path, null, "X-API-Key", ALICE).body())
                .map(body -> body.replaceAll("\"search_index\":\\{[^}]*}", "")).toList(); // which is made in the background
    }

    @ParameterizedTest
    @MethodSource("owned")
    void thingsOfAnotherUserLookLikeMissingOnes(Endpoint endpoint) {
        Map<String, String> things = things(endpoint);
        Map<String, String> nothing = new HashMap<>(things);
        nothing.replaceAll((name, id) -> NOTHING);
        List<String> before = state(things);

        SecuredClient.Answer another = endpoint.send(client, things, "X-API-Key", BOB);
        SecuredClient.Answer missing = endpoint.send(client, nothing, "X-API-Key", BOB);

        assertThat(another.status()).as(another.body()).isEqualTo(404).isEqualTo(missing.status());
        assertThat(without(another.body(), things)).isEqualTo(without(missing.body(), nothing)).doesNotContain("secret", "alice");
        assertThat(another.headers().map().keySet()).isEqualTo(missing.headers().map().keySet());
        assertThat(endpoint.send(client, things, "X-API-Key", BOB, "X-User-Id", "alice").status()).isEqualTo(404);
        assertThat(state(things)).isEqualTo(before);
        SecuredClient.Answer own = endpoint.send(client, things, "X-API-Key", ALICE);
        assertThat(own.status()).as(own.body()).isNotIn(401, 403, 404, 500, 503);
    }

    private static String without(String body, Map<String, String> ids) {
        String text = body;
        for (String id : ids.values()) {
            text = text.replaceAll("\\b" + id + "\\b", "ID");
        }
        return text;
    }

    @ParameterizedTest
    @MethodSource("lists")
    void thingsOfAnotherUserAreInNoList(Endpoint endpoint) {
        Map<String, String> things = things(endpoint);

        assertThat(endpoint.send(client, things, "X-API-Key", BOB).body()).doesNotContain("secret", things.get("api_key"));
        assertThat(endpoint.send(client, things, "X-API-Key", ALICE).status()).isEqualTo(200);
    }
}
