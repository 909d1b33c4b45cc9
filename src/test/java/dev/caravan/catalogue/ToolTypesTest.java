package dev.caravan.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A bound tool does with its context what its type says. */
class ToolTypesTest extends CatalogueTest {

    @Test
    @DisplayName("执行 query_data 类型 Tool")
    void runAQuery() {
        Made instance = instance(tool(table(ORDERS), "query_data", "q", "\"json_path\":\"/orders\""));
        JsonNode data = data(instance, "q", "{\"query\":\"[?status=='open'].{n: id, t: title}\"}");
        assertThat(data).isEqualTo(json("{\"data\":[{\"n\":1,\"t\":\"茶\"}],\"query\":\"[?status=='open'].{n: id, t: title}\"}"));
        assertThat(data(instance, "q", "{\"query\":\"nothing\"}").get("data").isNull()).as("nothing is an answer").isTrue();
        JsonNode error = error(instance, "q", "{\"query\":\"[?status=='open'\"}");
        assertThat(error.get("code").textValue()).isEqualTo("INVALID_ARGUMENT");
        assertThat(error.get("message").textValue()).as("names the position").contains("position 16")
                .doesNotContain("mismatched", "token", "expecting");
        assertThat(error(instance, "q", "{}").get("message").textValue()).contains("query");
        assertThat(error(instance, "q", "{\"query\":\" \"}").get("code").textValue()).isEqualTo("INVALID_ARGUMENT");
    }

    @Test
    @DisplayName("执行 create 类型 Tool")
    void createElements() {
        long table = table(ORDERS);
        Made instance = instance(tool(table, "create", "add_order", "\"json_path\":\"/orders\""),
                tool(table, "create", "add_user", "\"json_path\":\"/users\""));
        assertThat(data(instance, "add_order", "{\"elements\":[{\"content\":{\"id\":3}},{\"key\":\"ignored\",\"content\":null}]}"))
                .isEqualTo(json("{\"created_keys\":[\"2\",\"3\"],\"total_created\":2}"));
        assertThat(data(instance, "add_user", "{\"elements\":[{\"key\":\"b\",\"content\":{\"age\":2}}]}"))
                .isEqualTo(json("{\"created_keys\":[\"b\"],\"total_created\":1}"));
        JsonNode now = rest.get("/api/v1/tables/" + table).data().get("data");
        assertThat(now.at("/orders/2")).isEqualTo(json("{\"id\":3}"));
        assertThat(now.at("/orders/3").isNull()).isTrue();
        assertThat(now.at("/users/b/age").intValue()).isEqualTo(2);

        assertThat(error(instance, "add_user", "{\"elements\":[{\"key\":\"c\",\"content\":1},{\"key\":\"a\",\"content\":1}]}")
                .get("message").textValue()).contains("a already exists");
        assertThat(error(instance, "add_user", "{\"elements\":[{\"content\":1}]}").get("message").textValue()).contains("key");
        assertThat(rest.get("/api/v1/tables/" + table).data().get("data")).as("all or nothing").isEqualTo(now);
    }

    @Test
    void updateAndDeleteElements() {
        long table = table(ORDERS);
        Made instance = instance(tool(table, "update", "set", "\"json_path\":\"/orders\""),
                tool(table, "delete", "del", "\"json_path\":\"/orders\""),
                tool(table, "delete", "del_user", "\"json_path\":\"/users\""));
        assertThat(data(instance, "set", "{\"updates\":[{\"key\":\"1\",\"content\":{\"id\":22}}]}"))
                .isEqualTo(json("{\"updated_keys\":[\"1\"],\"total_updated\":1}"));
        JsonNode now = rest.get("/api/v1/tables/" + table).data().get("data");
        assertThat(now.at("/orders/1")).as("the whole value").isEqualTo(json("{\"id\":22}"));
        assertThat(error(instance, "set", "{\"updates\":[{\"key\":\"0\",\"content\":1},{\"key\":\"2\",\"content\":1}]}").get("code")
                .textValue()).isEqualTo("NOT_FOUND");
        assertThat(error(instance, "set", "{\"updates\":[{\"key\":\"01\",\"content\":1}]}").get("code").textValue())
                .isEqualTo("INVALID_ARGUMENT");
        assertThat(error(instance, "del", "{\"keys\":[\"0\",\"x\"]}").get("code").textValue()).isEqualTo("INVALID_ARGUMENT");
        assertThat(error(instance, "del_user", "{\"keys\":[\"a\",\"b\"]}").get("code").textValue()).isEqualTo("NOT_FOUND");
        assertThat(rest.get("/api/v1/tables/" + table).data().get("data")).as("all or nothing").isEqualTo(now);
        assertThat(data(instance, "del", "{\"keys\":[\"0\",\"1\",\"0\"]}"))
                .isEqualTo(json("{\"deleted_keys\":[\"0\",\"1\"],\"total_deleted\":2}"));
        data(instance, "del_user", "{\"keys\":[\"a\"]}");
        assertThat(rest.get("/api/v1/tables/" + table).data().get("data")).isEqualTo(json("{\"orders\":[],\"users\":{}}"));
    }

    @Test
    void readStructureAllAndSelectedRecords() {
        long table = table(ORDERS);
        Made instance = instance(tool(table, "get_data_schema", "schema", ""),
                tool(table, "get_all_data", "all", "\"json_path\":\"/users\""),
                tool(table, "select", "pick", "\"json_path\":\"/orders\""));
        JsonNode schema = data(instance, "schema", "{}");
        assertThat(schema.get("data")).isEqualTo(
                json("{\"orders\":[{\"id\":\"<int>\",\"title\":\"<str>\",\"status\":\"<str>\"}],\"users\":{\"a\":{\"age\":\"<int>\"}}}"));
        assertThat(schema.at("/meta/root_type").textValue()).isEqualTo("object");
        assertThat(schema.at("/meta/object_key_count").intValue()).isEqualTo(2);
        assertThat(data(instance, "all", "{}")).isEqualTo(json("{\"data\":{\"a\":{\"age\":1}}}"));
        JsonNode picked = data(instance, "pick", "{\"field\":\"id\",\"keys\":[\"2\",\"9\"]}");
        assertThat(picked.at("/data/0/title").textValue()).isEqualTo("tea");
        assertThat(picked.get("matched_count").intValue()).isEqualTo(1);
        assertThat(data(instance, "pick", "{\"field\":\"id\",\"keys\":[1]}").at("/data/0/title").textValue()).as("compared as text")
                .isEqualTo("茶");
        assertThat(error(instance, "all", "{\"query\":\"x\"}").get("message").textValue()).contains("query");
    }

    @Test
    @DisplayName("preview 未配置 preview_keys 时等价 get_all")
    void previewWithoutKeysReturnsAllFields() {
        long table = table(ORDERS);
        Made instance = instance(tool(table, "preview", "some", ""), tool(table, "preview", "empty", "\"metadata\":{\"preview_keys\":[]}"),
                tool(table, "get_all_data", "all", ""));
        assertThat(data(instance, "some", "{}")).isEqualTo(data(instance, "all", "{}")).isEqualTo(data(instance, "empty", "{}"));
    }

    @Test
    @DisplayName("preview 配置 preview_keys 时返回精简字段")
    void previewWithKeysReturnsOnlyThoseFields() {
        long table = table(ORDERS);
        Made instance = instance(
                tool(table, "preview", "some", "\"json_path\":\"/orders\",\"metadata\":{\"preview_keys\":[\"title\",\"id\",\"none\"]}"),
                tool(table, "preview", "of_number", "\"json_path\":\"/orders/0/id\",\"metadata\":{\"preview_keys\":[\"id\"]}"));
        assertThat(data(instance, "some", "{}")).isEqualTo(json(
                "{\"data\":[{\"title\":\"茶\",\"id\":1},{\"title\":\"tea\",\"id\":2}],\"keys\":[\"title\",\"id\",\"none\"],"
                        + "\"total_count\":2}"));
        assertThat(error(instance, "of_number", "{}").get("code").textValue()).isEqualTo("INVALID_ARGUMENT");
    }
}
