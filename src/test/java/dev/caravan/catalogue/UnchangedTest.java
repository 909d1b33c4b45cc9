package dev.caravan.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.store.Store;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** A request that changes nothing writes nothing. So clients of instances are told of no change, and ETags stay. */
class UnchangedTest extends CatalogueTest {

    @Autowired
    private Store store;

    /** The transactions that have written what the user has last. The store's triggers tell of every row that is written. */
    private String written() {
        return store.run(jdbc -> jdbc.sql("select (select string_agg(xmin::text, ',' order by id) from tool where user_id = :user) || ' ' "
                + "|| (select string_agg(xmin::text, ',' order by id) from mcp_v2 where user_id = :user) || ' ' "
                + "|| (select string_agg(xmin::text, ',' order by id) from mcp_binding where user_id = :user) || ' ' "
                + "|| (select string_agg(xmin::text, ',' order by id) from context_table where user_id = :user)")
                .param("user", user).query(String.class).single());
    }

    @Test
    void whatIsSentBackAsItWasReadIsNotWritten() {
        long table = table(ORDERS);
        long generated = tool(table, "query_data", "generated", "");
        long own = tool(table, "preview", "own", "\"description\":\"Mine\",\"alias\":\"A\",\"json_path\":\"/orders\","
                + "\"metadata\":{\"preview_keys\":[\"id\"],\"n\":1.50},\"input_schema\":{\"type\":\"object\",\"properties\":{}},"
                + "\"output_schema\":{\"type\":\"array\"}");
        JsonNode made = rest.post("/api/v1/mcp/with_bindings", "{\"name\":\"an instance\",\"mode\":\"all\","
                + "\"bindings\":[{\"tool_id\":" + own
                + "},{\"tool_id\":" + generated + ",\"status\":false},{\"tool\":\"echart_generate\"}]}").data();
        String instance = "/api/v1/mcp/" + made.get("api_key").textValue();
        String before = written();

        for (String path : new String[] {"/api/v1/tools/" + own, "/api/v1/tools/" + generated, "/api/v1/tables/" + table, instance}) {
            JsonNode read = rest.get(path).data();
            assertThat(rest.put(path, read.toString()).data()).as(path).isEqualTo(rest.get(path).data());
            rest.put(path, "{}").data();
        }
        rest.put("/api/v1/tools/" + generated, "{\"description\":null}").data();
        rest.post(instance + "/bindings", "{\"bindings\":[{\"tool_id\":" + own + "},{\"tool\":\"echart_generate\"}]}").data();
        rest.put(instance + "/bindings/" + generated, "{\"status\":false}").data();
        rest.put(instance + "/bindings/echart_generate", "{\"status\":true}").data();

        assertThat(written()).isEqualTo(before);
    }

    @Test
    void onlyANewNameOfAContextChangesTheDescriptionsOfItsTools() {
        long table = table(ORDERS);
        Made instance = instance(tool(table, "query_data", "q", ""));
        String before = written();
        String tool = before.substring(0, before.indexOf(' '));

        rest.put("/api/v1/tables/" + table, "{\"description\":\"of tea\",\"data\":{\"a\":1}}").data();
        assertThat(written()).startsWith(tool + " ").isNotEqualTo(before);

        rest.put("/api/v1/tables/" + table, "{\"name\":\"Sales\"}").data();
        assertThat(written()).doesNotStartWith(tool + " ");
        soon(() -> assertThat(tools(instance).get(0).get("description").textValue()).contains("\"Sales\""));
    }
}
