package dev.caravan.security;

import static dev.caravan.security.AccessFilesGateway.until;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.OwnGateway;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** An MCP instance has tools of the gateway beside tools on contexts, for callers who may use them. */
@Tag("nightly")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class InstanceToolsTest {

    private static final String CHART = "echart_generate";
    private static final String KEYS = owner("alice") + owner("tina", "toolsets: [web]")
            + AccessFilesGateway.key("bob", "toolsets: [charts]") + AccessFilesGateway.key("carl", "toolsets: [web]");

    private AccessFilesGateway access;
    private String table;

    private static String owner(String name, String... lines) {
        return AccessFilesGateway.key(name, lines).replace("tools:call]", "tools:call, \"catalogue:write\"]");
    }

    @BeforeAll
    void start() {
        access = new AccessFilesGateway(KEYS, OwnGateway.withAllRoutes().store().set("security.instance-keys-suffice", true));
        access.write("toolsets/charts.yaml", "tags: [charts]\n");
        access.write("toolsets/web.yaml", "tools: [web_search]\n");
        until(() -> access.tools("bob").equals(List.of(CHART)));
        table = send("POST", "/api/v1/tables", "{\"name\":\"t\",\"data\":{\"a\":1}}", "alice").json().at("/data/id").asText();
    }

    @AfterAll
    void stop() {
        access.close();
    }

    private SecuredClient.Answer send(String method, String path, String body, String key) {
        return access.client.send(method, "/api/v1" + path.replace("/api/v1", ""), body, "X-API-Key", key);
    }

    private String tool(String name) {
        return send("POST", "/tools", "{\"table_id\":%s,\"type\":\"get_all_data\",\"name\":\"%s\"}".formatted(table, name), "alice").json()
                .at("/data/id").asText();
    }

    private JsonNode made(String bindings) {
        SecuredClient.Answer answer = send("POST", "/mcp/with_bindings", "{\"bindings\":[%s]}".formatted(bindings), "alice");
        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
        return answer.json().get("data");
    }

    @Test
    void instanceHasToolsOfTheGatewayForWhomMayUseThem() {
        String shown = tool("shown");
        JsonNode made = made("{\"tool\":\"echart_generate\"},{\"tool_id\":%s}".formatted(shown));
        assertThat(made.get("tools").toString()).isEqualTo("[\"echart_generate\"]");
        String path = "/mcp/" + made.get("api_key").textValue();

        assertThat(access.tools(path, "alice")).containsExactly(CHART, "shown");
        assertThat(access.tools(path, "bob")).containsExactly(CHART, "shown");
        assertThat(access.tools(path, "carl")).containsExactly("shown");
        assertThat(access.call(path, "bob", CHART)).contains("INVALID_ARGUMENT");
        assertThat(access.call(path, "carl", CHART)).isEqualTo("Unknown tool: echart_generate is not registered with this MCP instance");
        assertThat(access.call(path, "alice", "web_search")).startsWith("Unknown tool: web_search is not registered");
        assertThat(send("GET", path + "/tools", null, "bob").json().get("data")).extracting(each -> each.get("type").textValue())
                .containsExactly("gateway", "get_all_data");
        assertThat(send("GET", path + "/tools", null, "carl").json().get("data")).hasSize(1);
    }

    @Test
    void keyOfTheInstanceIsEnoughForItsListOverRestAsOverMcpAndForNothingElse() {
        String path = "/api/v1/mcp/" + made("{\"tool\":\"echart_generate\"},{\"tool_id\":%s}".formatted(tool("listed")))
                .get("api_key").textValue();

        SecuredClient.Answer list = access.client.send("GET", path + "/tools", null);

        assertThat(list.status()).as(list.body()).isEqualTo(200);
        assertThat(list.json().get("data")).extracting(each -> each.get("name").textValue()).containsExactly("echart_generate", "listed");
        assertThat(access.client.send("GET", "/api/v1/mcp/cvn_unknown/tools", null).status()).isEqualTo(404);
        assertThat(access.client.send("GET", path + "/tools", null, "X-API-Key", "wrong-key-of-nobody").status()).isEqualTo(401);
        assertThat(access.client.send("GET", path, null).status()).isEqualTo(401);
        assertThat(access.client.send("DELETE", path, null).status()).isEqualTo(401);
        assertThat(access.client.send("PUT", path + "/bindings/echart_generate", "{\"status\":false}").status()).isEqualTo(401);
        assertThat(access.client.send("GET", "/api/v1/tools", null).status()).isEqualTo(401);
    }

    @Test
    void bindingIsDisabledAndRemovedByName() {
        String path = "/mcp/" + made("{\"tool\":\"echart_generate\"}").get("api_key").textValue();
        assertThat(send("PUT", path + "/bindings/echart_generate", "{\"status\":false}", "alice").status()).isEqualTo(200);
        until(() -> access.call(path, "alice", CHART).equals("Tool echart_generate is not enabled for this MCP instance"));
        assertThat(send("POST", path + "/bindings", "{\"bindings\":[{\"tool\":\"echart_generate\"}]}", "alice").status()).isEqualTo(200);
        until(() -> access.tools(path, "alice").equals(List.of(CHART)));
        assertThat(send("DELETE", path + "/bindings/echart_generate", null, "alice").status()).isEqualTo(200);
        until(() -> access.tools(path, "alice").isEmpty());
        assertThat(send("DELETE", path + "/bindings/echart_generate", null, "alice").status()).isEqualTo(404);
    }

    @Test
    void ownerBindsOnlyWhatItMayCall() {
        for (String name : List.of(CHART, "nowhere", "find_tools", "12")) {
            SecuredClient.Answer answer = send("POST", "/mcp/with_bindings", "{\"bindings\":[{\"tool\":\"%s\"}]}".formatted(name), "tina");
            assertThat(answer.status()).as(answer.body()).isEqualTo(404);
            assertThat(answer.body()).contains("Tool not found: " + name);
        }
        String web = "{\"tool\":\"web_search\"}";
        for (String wrong : List.of("{}", "{\"tool\":\"web_search\",\"tool_id\":1}", web + "," + web)) {
            assertThat(send("POST", "/mcp/with_bindings", "{\"bindings\":[%s]}".formatted(wrong), "tina").status()).as(wrong)
                    .isEqualTo(422);
        }
    }

    @Test
    void nameIsTakenOnceInAnInstance() {
        String own = tool("mine");
        String path = "/mcp/" + made("{\"tool\":\"echart_generate\"},{\"tool_id\":%s}".formatted(own)).get("api_key").textValue();
        assertThat(send("PUT", "/tools/" + own, "{\"name\":\"echart_generate\"}", "alice").status()).isEqualTo(409);
        String other = tool(CHART);
        assertThat(send("POST", path + "/bindings", "{\"bindings\":[{\"tool_id\":%s}]}".formatted(other), "alice").status()).isEqualTo(409);
        String second = "/mcp/" + made("{\"tool_id\":%s}".formatted(other)).get("api_key").textValue();
        assertThat(send("POST", second + "/bindings", "{\"bindings\":[{\"tool\":\"echart_generate\"}]}", "alice").status()).isEqualTo(409);
    }

    @Test
    void keyOfTheInstanceGivesWhatItsOwnerMayCallNow() {
        String path = "/mcp/" + made("{\"tool\":\"echart_generate\"}").get("api_key").textValue();
        assertThat(access.client.rpcAt(path, "tools/list", "{}").body()).contains(CHART);
        access.write("keys.yaml", KEYS.replaceFirst("(?m)^(alice:\n)", "$1  toolsets: [web]\n"));
        until(() -> !access.client.rpcAt(path, "tools/list", "{}").body().contains(CHART));
        access.write("keys.yaml", KEYS);
        until(() -> access.client.rpcAt(path, "tools/list", "{}").body().contains(CHART));
    }
}
