package dev.caravan.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import dev.caravan.security.ApiKey;
import dev.caravan.store.Store;
import java.util.Base64;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** Keys of MCP instances: random, replaced, disabled, and where their owner wishes only their hash kept. */
class ApiKeyTest extends CatalogueTest {

    @Autowired
    private Store store;

    @Test
    void aKeyHas256RandomBits() {
        Set<String> keys = new HashSet<>();
        for (int i = 0; i < 1_000; i++) {
            String key = ApiKey.random().text();
            assertThat(Base64.getUrlDecoder().decode(key.substring("cvn_".length()))).hasSize(32);
            keys.add(key);
        }
        assertThat(keys).hasSize(1_000);
    }

    @Test
    void theOwnerOfAKeyThatIsNotHashedReadsItInFull() {
        JsonNode made = rest.post("/api/v1/mcp", "{\"name\":\"open\",\"hashed\":false}").data();
        Made instance = new Made(made.get("id").longValue(), made.get("api_key").textValue());
        assertThat(instance.key()).matches("cvn_[A-Za-z0-9_-]{43}");
        assertThat(rest.get("/api/v1/mcp/" + instance.key()).data().get("api_key").textValue()).isEqualTo(instance.key());
        assertThat(rest.get("/api/v1/mcp/list").data().get(0).get("api_key").textValue()).isEqualTo(instance.key());
    }

    @Test
    void aHashedKeyIsShownOnceAndNotInADumpOfTheTables() {
        long tool = tool(table("{\"a\":1}"), "get_all_data", "all", "");
        JsonNode made = rest.post("/api/v1/mcp", "{\"name\":\"secret\",\"hashed\":true}").data();
        Made instance = new Made(made.get("id").longValue(), made.get("api_key").textValue());
        rest.post("/api/v1/mcp/" + instance.key() + "/bindings", bindings(tool)).data();
        assertThat(data(instance, "all", "{}").at("/data/a").intValue()).isEqualTo(1);
        JsonNode read = rest.get("/api/v1/mcp/" + instance.key()).data();
        assertThat(read.get("api_key").isNull()).isTrue();
        assertThat(read.get("hashed").booleanValue()).isTrue();
        assertThat(read.get("key_hint").textValue()).isEqualTo(instance.key().substring(0, 8) + "…");
        String dump = store.run(
                jdbc -> jdbc.sql("select jsonb_agg(m)::text || (select jsonb_agg(b)::text from mcp_binding b) from mcp_v2 m where id = ?")
                .param(instance.id()).query(String.class).single());
        assertThat(dump).contains("secret").doesNotContain(instance.key().substring(8));
        assertThat(store.<String>run(
                jdbc -> jdbc.sql("select m::text from mcp_v2 m where id = ?").param(instance(rest).id()).query(String.class).single()))
                .contains("cvn_");
    }

    @Test
    void newKeyInvalidatesTheOldOne() {
        Made before = instance(tool(table("{}"), "get_all_data", "all", ""));
        data(before, "all", "{}");
        Made after = new Made(before.id(), rest.post("/api/v1/mcp/" + before.key() + "/rotate", null).data().get("api_key").textValue());
        assertThat(after.key()).isNotEqualTo(before.key());
        data(after, "all", "{}");
        assertThat(refusal(before)).isEqualTo(404);
        assertThat(rest.get("/api/v1/mcp/" + before.key()).error()).isEqualTo("404/3001");

        Made lost = new Made(before.id(), rest.post("/api/v1/mcp/id/" + before.id() + "/rotate", null).data().get("api_key").textValue());
        data(lost, "all", "{}");
        assertThat(refusal(after)).isEqualTo(404);
    }

    @Test
    void disabledInstanceRefusesEveryCall() {
        Made instance = instance(tool(table("{}"), "get_all_data", "all", ""));
        data(instance, "all", "{}");
        rest.put("/api/v1/mcp/" + instance.key(), "{\"status\":false}").data();
        assertThat(refusal(instance)).isEqualTo(404);
        assertThat(rest.get("/api/v1/mcp/" + instance.key()).data().get("status").booleanValue()).as("its owner sees it").isFalse();
        rest.put("/api/v1/mcp/" + instance.key(), "{\"status\":true}").data();
        data(instance, "all", "{}");
        rest.delete("/api/v1/mcp/" + instance.key()).data();
        assertThat(refusal(instance)).isEqualTo(404);
    }

    @Test
    void deleteCascadesToDependents() {
        long table = table("{}");
        long tool = tool(table, "get_all_data", "one", "");
        Made instance = instance(tool, tool(table, "preview", "two", ""));
        rest.delete("/api/v1/tools/" + tool).data();
        assertThat(names(instance)).containsExactly("two");
        rest.delete("/api/v1/tables/" + table).data();
        assertThat(names(instance)).isEmpty();
        assertThat(rest.get("/api/v1/tools").data()).isEmpty();
        assertThat(mcp(instance).call("two", McpClient.object("{}")).error().get("code").intValue()).isEqualTo(-32602);
    }

    private static int refusal(Made instance) {
        return mcp(instance).post(McpClient.request("tools/list", null).toString()).status();
    }
}
