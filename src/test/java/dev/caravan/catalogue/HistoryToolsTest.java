package dev.caravan.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;

/** Tools of the types history and undo show and undo what changed at their place, and nothing outside of it. */
class HistoryToolsTest extends CatalogueTest {

    @Test
    void modelFindsAndUndoesAChange() {
        long table = table(ORDERS);
        Made instance = instance(tool(table, "delete", "del", "\"json_path\":\"/orders\""),
                tool(table, "history", "changes", "\"json_path\":\"/orders\""),
                tool(table, "undo", "undo", "\"json_path\":\"/orders\""));
        data(instance, "del", "{\"keys\":[\"0\"]}");

        JsonNode listed = data(instance, "changes", "{}");
        assertThat(listed.at("/version").longValue()).isEqualTo(1);
        assertThat(listed.at("/has_more").booleanValue()).isFalse();
        assertThat(listed.at("/changes/0/path").textValue()).as("relative to the tool's place").isEmpty();
        assertThat(listed.at("/changes/0/tool").textValue()).isEqualTo("del");
        assertThat(data(instance, "undo", "{\"change\":1,\"version\":1}")).isEqualTo(json("{\"version\":2,\"undone\":1}"));
        assertThat(rest.get("/api/v1/tables/" + table).data().get("data").equals(BY_VALUE, json(ORDERS))).isTrue();
        assertThat(error(instance, "undo", "{\"change\":2,\"version\":1}").get("message").textValue()).contains("version 2 now");
        assertThat(error(instance, "undo", "{\"change\":2}").get("code").textValue()).isEqualTo("INVALID_ARGUMENT");
        assertThat(data(instance, "changes", "{\"limit\":1}").at("/has_more").booleanValue()).isTrue();
        assertThat(data(instance, "changes", "{\"skip\":1}").at("/changes/0/undone_by").longValue()).isEqualTo(2);
    }

    @Test
    void changesOutsideTheScopeAreNeitherShownNorUndone() {
        long table = table(ORDERS);
        Made instance = instance(tool(table, "history", "changes", "\"json_path\":\"/orders\""),
                tool(table, "undo", "undo", "\"json_path\":\"/orders\""));
        String data = "/api/v1/tables/" + table + "/data";
        rest.post(data + "?json_pointer_path=/users", "{\"elements\":[{\"key\":\"secret\",\"content\":1}]}").data();
        rest.post(data, "{\"elements\":[{\"key\":\"orders2\",\"content\":1}]}").data();
        rest.put(data, "{\"elements\":[{\"key\":\"orders\",\"content\":[]}]}").data();
        rest.put("/api/v1/tables/" + table, "{\"data\":{\"orders\":[]}}").data();

        JsonNode listed = data(instance, "changes", "{}");
        assertThat(listed.get("changes").findValuesAsText("version")).containsExactly("3");
        assertThat(listed.toString()).doesNotContain("secret");
        for (int change : new int[] {1, 2, 4}) {
            assertThat(error(instance, "undo", "{\"change\":" + change + ",\"version\":4}").get("code").textValue()).as("change " + change)
                    .isEqualTo("NOT_FOUND");
        }
        assertThat(rest.get("/api/v1/tables/" + table).data().get("version").longValue()).isEqualTo(4);
    }
}
