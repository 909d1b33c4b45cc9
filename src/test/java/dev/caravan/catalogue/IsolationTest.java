package dev.caravan.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.RestClient;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Two users never see or touch each other's things: every operation of the document, every id swapped. */
class IsolationTest extends CatalogueTest {

    /** What a user has: each of the path's names, and an id for each in bodies. */
    private record Things(RestClient rest, long table, long tool, Made instance) {

        String at(String path) {
            return path.replace("{id}", String.valueOf(path.contains("/tools/") ? tool : table))
                    .replace("{table_id}", String.valueOf(table))
                    .replace("{tool_id}", String.valueOf(tool)).replace("{mcp_id}", String.valueOf(instance.id()))
                    .replace("{api_key}", instance.key()).replace("{server}", "no-server")
                    .replace("{kind}", "no-kind").replace("{name}", "no-name");
        }

        List<JsonNode> all() {
            List<JsonNode> all = new ArrayList<>();
            all.add(rest.get("/api/v1/tables/" + table).data());
            all.add(rest.get("/api/v1/tables/" + table + "/history").data());
            all.add(rest.get("/api/v1/tools").data());
            all.add(rest.get("/api/v1/mcp/list").data());
            all.add(rest.get("/api/v1/mcp/" + instance.key() + "/tools?include_disabled=true").data());
            return all;
        }
    }

    private static final Map<String, Function<Things, String>> BODIES = new LinkedHashMap<>();

    static {
        BODIES.put("create-table", own -> "{\"name\":\"x\"}");
        BODIES.put("update-table", own -> "{\"name\":\"stolen\"}");
        BODIES.put("create-data", own -> "{\"elements\":[{\"key\":\"x\",\"content\":1}]}");
        BODIES.put("update-data", own -> "{\"elements\":[{\"key\":\"a\",\"content\":2}]}");
        BODIES.put("delete-data", own -> "{\"keys\":[\"a\"]}");
        BODIES.put("undo-change", own -> "{\"change\":1,\"version\":1}");
        BODIES.put("create-tool", own -> "{\"table_id\":" + own.table() + ",\"type\":\"preview\",\"name\":\"x\"}");
        BODIES.put("create-search-tool", own -> "{\"table_id\":" + own.table() + ",\"name\":\"x\"}");
        BODIES.put("update-tool", own -> "{\"name\":\"stolen\"}");
        BODIES.put("create-instance", own -> "{}");
        BODIES.put("create-instance-with-bindings", own -> bindings(own.tool()));
        BODIES.put("update-instance", own -> "{\"status\":false}");
        BODIES.put("rotate-key", own -> "{}");
        BODIES.put("rotate-key-by-id", own -> "{}");
        BODIES.put("bind-tools", own -> bindings(own.tool()));
        BODIES.put("add-source", own -> "{\"kind\":\"no-kind\"}");
        BODIES.put("set-binding", own -> "{\"status\":false}");
    }

    /** With the ids of another in the path or, where it has none, in the body. */
    @Test
    void userCannotReachThingsOfAnotherUser() {
        Things victim = things(rest.as(newUser()));
        List<JsonNode> before = victim.all();
        Map<String, String> answers = new LinkedHashMap<>();
        RestClient.DOCUMENT.get("paths").properties().forEach(path -> path.getValue().properties().forEach(operation -> {
            String id = operation.getValue().get("operationId").textValue();
            String body = BODIES.containsKey(id) ? BODIES.get(id).apply(victim) : null;
            answers.put(id, rest.send(operation.getKey().toUpperCase(), victim.at(path.getKey()), body).error());
        }));
        assertThat(answers).hasSizeGreaterThan(25);
        answers.forEach((id, answer) -> {
            if (List.of("list-tables", "create-table", "list-tools", "list-instances", "create-instance", "list-instance-tools",
                    "list-upstream", "list-sources").contains(id)) {
                assertThat(answer).as(id + ": has nothing of others").endsWith("/0");
            } else {
                assertThat(answer).as(id).isIn("404/1004", "404/3001");
            }
        });
        assertThat(victim.all()).isEqualTo(before);
        for (String list : List.of("/api/v1/tables", "/api/v1/tools", "/api/v1/mcp/list")) {
            assertThat(rest.get(list).data().findValuesAsText("user_id")).as(list).allMatch(user::equals).hasSizeLessThanOrEqualTo(1);
        }
    }

    /** One's own in the path, another's in the body or further down the path. */
    @Test
    void userCannotMixThingsOfAnotherUserWithOwnOnes() {
        Things victim = things(rest.as(newUser()));
        Things own = things(rest);
        List<JsonNode> before = victim.all();
        String instance = "/api/v1/mcp/" + own.instance().key();
        for (RestClient.Answer answer : List.of(
                rest.post(instance + "/bindings", bindings(victim.tool())),
                rest.post(instance + "/bindings", bindings(own.tool(), victim.tool())),
                rest.put(instance + "/bindings/" + victim.tool(), "{\"status\":true}"),
                rest.delete(instance + "/bindings/" + victim.tool()),
                rest.post("/api/v1/mcp/with_bindings", bindings(own.tool(), victim.tool())),
                rest.put("/api/v1/tools/" + own.tool(), "{\"table_id\":" + victim.table() + "}"),
                rest.post("/api/v1/mcp/" + victim.instance().key() + "/bindings", bindings(own.tool())),
                rest.put("/api/v1/mcp/" + victim.instance().key() + "/bindings/" + own.tool(), "{\"status\":true}"))) {
            assertThat(answer.error()).as(answer.message()).isIn("404/1004", "404/3001");
        }
        assertThat(victim.all()).isEqualTo(before);
        assertThat(names(own.instance())).containsExactly("mine");
        rest.put("/api/v1/tools/" + own.tool(), "{\"user_id\":\"someone\",\"id\":" + victim.tool() + ",\"alias\":\"still mine\"}").data();
        assertThat(rest.get("/api/v1/tools/" + own.tool()).data().get("user_id").textValue()).isEqualTo(user);
        assertThat(victim.all()).isEqualTo(before);
    }

    private Things things(RestClient of) {
        long table = table(of, "{\"a\":0}");
        of.put("/api/v1/tables/" + table + "/data", "{\"elements\":[{\"key\":\"a\",\"content\":1}]}").data();
        long tool = tool(of, table, "get_all_data", "mine", "");
        return new Things(of, table, tool, instance(of, tool));
    }
}
