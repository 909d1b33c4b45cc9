package dev.caravan.database.redis;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Each record of Redis has an id of its own, which callers give or the gateway generates. */
class RedisIdsTest extends RedisPeopleTest {

    @Test
    void generatedIdsAreUuids() {
        JsonNode ids = done("insert", "redis", "{\"table\":\"people\",\"data\":[{},{\"id\":null},{}]}").get("inserted_ids");
        assertThat(ids).allMatch(id -> UUID.fromString(id.textValue()).version() == 7).doesNotHaveDuplicates().hasSize(3);
        assertThat(done("query", "redis", "{\"table\":\"people\",\"filters\":{\"id\":" + ids.get(1) + "}}").at("/data/0/id"))
                .isEqualTo(ids.get(1));
    }

    @Test
    void anyTextIsAValidId() {
        for (String id : List.of("a:b", "*", "[x]", "张 三", "🚲", "\\", "\r\n", " ", "1.5", "0x1")) {
            ObjectNode insert = McpClient.object("{\"table\":\"people\"}");
            insert.putObject("data").put("id", id);
            assertThat(call("insert", "redis", insert).at("/inserted_ids/0").asText()).isEqualTo(id);
            ObjectNode query = McpClient.object("{\"table\":\"people\"}");
            query.putObject("filters").put("id", id);
            assertThat(call("query", "redis", query).at("/data/0/id").asText()).isEqualTo(id);
        }
        failed("integrity_error", "insert", "redis", "{\"table\":\"people\",\"data\":[{\"id\":5},{\"id\":\"5\"}]}");
        failed("query_error", "query", "redis", "{\"table\":\"people\",\"filters\":{\"id\":1E+999999999}}");
        assertThat(done("query", "redis", "{\"table\":\"people\",\"filters\":{\"id\":1E+999}}").get("count").intValue()).isZero();
    }

    @Test
    void queryByIdNeedsNoScan() {
        done("insert", "redis", "{\"table\":\"people\",\"data\":[{\"id\":1,\"a\":1},{\"id\":2,\"a\":2},{\"id\":3,\"a\":3}]}");
        redis.run(commands -> commands.configResetstat());
        assertThat(done("query", "redis", "{\"table\":\"people\",\"filters\":{\"id\":\"2\"}}").get("count").intValue()).isEqualTo(1);
        assertThat(done("query", "redis", "{\"table\":\"people\",\"filters\":{\"id\":2.0,\"a__gt\":5}}").get("count").intValue()).isZero();
        assertThat(done("query", "redis",
                "{\"table\":\"people\",\"filters\":{\"id__in\":[3,1,9,null_id,3]},\"order_by\":[\"-id\"]}".replace("null_id", "\"9\""))
                .get("data").findValuesAsText("id")).containsExactly("3", "1");
        done("update", "redis", "{\"table\":\"people\",\"data\":{\"a\":5},\"filters\":{\"id\":1}}");
        done("delete", "redis", "{\"table\":\"people\",\"filters\":{\"id__in\":[1,2]}}");
        assertThat(redis.<String>run(commands -> commands.info("commandstats"))).contains("cmdstat_getrange").doesNotContain("cmdstat_scan",
                "cmdstat_keys");
        assertThat(done("query", "redis", "{\"table\":\"people\",\"filters\":{\"id__gt\":2}}").get("count").intValue()).isEqualTo(1);
        assertThat(redis.<String>run(commands -> commands.info("commandstats"))).contains("cmdstat_scan");
    }
}
