package dev.caravan.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.RestClient;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A user may have so many contexts, tools and MCP instances, over all gateways together, whoever makes them at once. */
@Tag("nightly")
class QuotaTest extends LimitedUsers {

    private static final String TABLE = "{\"name\":\"t\"}";

    @Test
    void contextsAreLimited() throws Exception {
        race("/api/v1/tables", TABLE, "contexts");
        assertThat(limited(0).as(newUser()).post("/api/v1/tables", TABLE).status()).as("another user").isEqualTo(201);
        long id = limited(0).get("/api/v1/tables").data().get(0).get("id").longValue();
        assertThat(limited(0).put("/api/v1/tables/" + id, "{\"name\":\"changed\"}").status()).isEqualTo(200);

        limited(0).delete("/api/v1/tables/" + id).data();
        assertThat(limited(1).post("/api/v1/tables", TABLE).status()).isEqualTo(201);
        assertThat(limited(1).post("/api/v1/tables", TABLE).error()).isEqualTo("403/1003");
    }

    @Test
    void toolsAreLimited() throws Exception {
        String tool = tool(table("[]"));
        race("/api/v1/tools", tool, "tools");
        RestClient other = limited(0).as(newUser());
        assertThat(other.post("/api/v1/tools", tool(table(other, "[]"))).status()).as("another user").isEqualTo(201);
        long id = limited(0).get("/api/v1/tools").data().get(0).get("id").longValue();
        assertThat(limited(0).put("/api/v1/tools/" + id, "{\"name\":\"changed\"}").status()).isEqualTo(200);
        assertThat(limited(0).post("/api/v1/tools/search", tool.replace("preview", "search")).error()).isEqualTo("403/1003");

        limited(0).delete("/api/v1/tools/" + id).data();
        assertThat(limited(1).post("/api/v1/tools/search", tool.replace("preview", "search")).status()).isEqualTo(201);
        assertThat(limited(1).post("/api/v1/tools", tool).error()).isEqualTo("403/1003");
    }

    @Test
    void instancesAreLimited() throws Exception {
        race("/api/v1/mcp", "{}", "MCP instances");
        assertThat(limited(0).as(newUser()).post("/api/v1/mcp", "{}").status()).as("another user").isEqualTo(201);
    }

    @Test
    void instancesCreatedWithBindingsAreLimited() throws Exception {
        long tool = tool(table("[]"), "preview", "bound", "");
        race("/api/v1/mcp/with_bindings", bindings(tool), "MCP instances");
        String id = limited(0).get("/api/v1/mcp/list").data().get(0).get("id").asText();
        assertThat(limited(0).post("/api/v1/mcp/id/" + id + "/rotate", "{}").status()).as("a new key is no new instance").isEqualTo(200);
    }

    /** A limit that was lowered takes nothing away. */
    @Test
    void userAboveTheQuotaReadsChangesAndDeletes() {
        for (int i = 0; i < MOST + 2; i++) {
            table("[]");
        }
        List<String> ids = limited(0).get("/api/v1/tables").data().findValuesAsText("id");

        assertThat(ids).hasSize(MOST + 2);
        for (String id : ids) {
            assertThat(limited(0).put("/api/v1/tables/" + id, "{\"name\":\"x\"}").status()).isEqualTo(200);
            assertThat(limited(0).post("/api/v1/tables", TABLE).error()).isEqualTo(ids.indexOf(id) <= 2 ? "403/1003" : "201/0");
            limited(1).delete("/api/v1/tables/" + id).data();
        }
    }

    private static String tool(long table) {
        return "{\"table_id\":" + table + ",\"type\":\"preview\",\"name\":\"a\"}";
    }

    /** Sixteen at two gateways: as many as the limit succeed. */
    private void race(String path, String body, String word) throws Exception {
        List<RestClient.Answer> answers = Race.of(i -> limited(i).post(path, body));

        assertThat(answers.stream().filter(answer -> answer.status() == 201)).hasSize(MOST);
        assertThat(answers.stream().filter(answer -> answer.status() != 201)).hasSize(Race.THREADS - MOST).allSatisfy(answer -> {
            assertThat(answer.error()).isEqualTo("403/1003");
            assertThat(answer.message()).isEqualTo("A user may have at most " + MOST + " " + word + ". Delete one first");
        });
        assertThat(limited(0).get(path.contains("/mcp") ? "/api/v1/mcp/list" : path).data()).hasSize(MOST);
    }
}
