package dev.caravan.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.RestClient;
import org.junit.jupiter.api.Test;

/** What REST shows of tools is true and whole: descriptions that the gateway made follow the tool, and a list says that there is more. */
class ShownToolsTest extends CatalogueTest {

    @Test
    void generatedDescriptionFollowsTypePathAndTable() {
        long table = table(ORDERS);
        long id = tool(table, "query_data", "t", "\"json_path\":\"/orders\"");
        Made instance = instance(id);
        assertThat(description(id)).startsWith("Queries").contains("at /orders");

        rest.put("/api/v1/tools/" + id, "{\"type\":\"get_all_data\"}").data();
        assertThat(description(id)).startsWith("Returns the whole content of").contains("\"Orders\" at /orders");
        assertThat(rest.put("/api/v1/tools/" + id, "{\"json_path\":\"/users\"}").data().get("description").textValue())
                .contains("at /users").doesNotContain("/orders");
        rest.put("/api/v1/tables/" + table, "{\"name\":\"Sales\"}").data();
        assertThat(description(id)).contains("\"Sales\" at /users");
        soon(() -> assertThat(tools(instance).get(0).get("description").textValue()).contains("\"Sales\" at /users"));
    }

    @Test
    void descriptionOfTheOwnerStays() {
        long id = tool(table(ORDERS), "query_data", "t", "\"description\":\"Mine\"");
        rest.put("/api/v1/tools/" + id, "{\"type\":\"get_all_data\",\"json_path\":\"/users\"}").data();
        assertThat(description(id)).isEqualTo("Mine");
        rest.put("/api/v1/tools/" + id, "{\"description\":null}").data();
        assertThat(description(id)).as("an empty one is made again").startsWith("Returns the whole content of");
    }

    @Test
    void toolPutBackUnchangedStaysTheSame() {
        long id = tool(table(ORDERS), "query_data", "t", "");
        JsonNode read = rest.get("/api/v1/tools/" + id).data();
        rest.put("/api/v1/tools/" + id, read.toString()).data();
        rest.put("/api/v1/tools/" + id, "{\"type\":\"get_all_data\"}").data();
        assertThat(description(id)).startsWith("Returns the whole content of");
    }

    @Test
    void shortenedListSaysSo() {
        long table = table("{}");
        for (int i = 0; i < 3; i++) {
            tool(table, "get_all_data", "t" + i, "");
        }
        for (String list : new String[] {"/api/v1/tools", "/tools/by-table/" + table}) {
            RestClient.Answer cut = rest.get(list + "?limit=2");
            assertThat(cut.data()).hasSize(2);
            assertThat(cut.message()).as(list).contains("skip=2");
            assertThat(rest.get(list + "?limit=2&skip=2").message()).isEqualTo("ok");
            assertThat(rest.get(list + "?limit=3").message()).isEqualTo("ok");
        }
        table("{}");
        assertThat(rest.get("/api/v1/tables?limit=1").message()).contains("skip=1");
        instance();
        instance();
        assertThat(rest.get("/api/v1/mcp/list?limit=1").message()).contains("skip=1");
    }

    @Test
    void memberSearchIndexOfAUserIsKept() {
        long plain = tool(table(ORDERS), "get_all_data", "t", "\"metadata\":{\"search_index\":{\"note\":\"n\"},\"a\":1}");
        assertThat(rest.get("/api/v1/tools/" + plain).data().get("metadata"))
                .isEqualTo(json("{\"search_index\":{\"note\":\"n\"},\"a\":1}"));
        long search = tool(table(ORDERS), "search", "s", "\"metadata\":{\"search_index\":{\"note\":\"n\",\"status\":\"mine\"}}");
        JsonNode index = rest.get("/api/v1/tools/" + search).data().at("/metadata/search_index");
        assertThat(index.get("note").textValue()).isEqualTo("n");
        assertThat(index.get("status").textValue()).isIn("pending", "indexing", "ready");
    }

    @Test
    void previewOfAnObjectHasOnlyTheRequestedKeys() {
        Made instance = instance(
                tool(table("{\"id\":7,\"title\":\"茶\",\"text\":\"long\"}"), "preview", "one",
                        "\"metadata\":{\"preview_keys\":[\"title\",\"id\",\"none\"]}"),
                tool(table("[1,2]"), "preview", "numbers", "\"metadata\":{\"preview_keys\":[\"id\"]}"));
        assertThat(data(instance, "one", "{}"))
                .isEqualTo(json("{\"data\":{\"title\":\"茶\",\"id\":7},\"keys\":[\"title\",\"id\",\"none\"],\"total_count\":1}"));
        assertThat(error(instance, "numbers", "{}").get("code").textValue()).isEqualTo("INVALID_ARGUMENT");
    }

    private String description(long id) {
        return rest.get("/api/v1/tools/" + id).data().get("description").textValue();
    }
}
