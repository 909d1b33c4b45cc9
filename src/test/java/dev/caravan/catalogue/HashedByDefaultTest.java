package dev.caravan.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.store.Store;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/**
 * Unless its owner says otherwise, of an instance's key only the hash is kept; keys of older instances, kept as they are, go on working.
 */
class HashedByDefaultTest extends CatalogueTest {

    @Autowired
    private Store store;

    @Test
    void onlyTheHashOfANewKeyIsStored() {
        JsonNode made = rest.post("/api/v1/mcp", "{\"name\":\"new\"}").data();

        assertThat(made.get("hashed").booleanValue()).isTrue();
        assertThat(made.get("api_key").textValue()).startsWith("cvn_");
        assertThat(rest.get("/api/v1/mcp/" + made.get("api_key").textValue()).data().get("api_key").isNull()).isTrue();
        assertThat(store.<String>run(jdbc -> jdbc.sql("select m::text from mcp_v2 m where id = ?").param(made.get("id").longValue())
                .query(String.class).single()))
                .doesNotContain(made.get("api_key").textValue().substring(8));
    }

    @Test
    void keyStoredInFullStillWorks() {
        long tool = tool(table("{\"a\":1}"), "get_all_data", "all", "");
        JsonNode made = rest.post("/api/v1/mcp", "{\"name\":\"old\",\"hashed\":false}").data();
        Made old = new Made(made.get("id").longValue(), made.get("api_key").textValue());
        rest.post("/api/v1/mcp/" + old.key() + "/bindings", bindings(tool)).data();

        assertThat(data(old, "all", "{}").at("/data/a").intValue()).isEqualTo(1);
        assertThat(rest.get("/api/v1/mcp/" + old.key()).data().get("api_key").textValue()).isEqualTo(old.key());
    }
}
