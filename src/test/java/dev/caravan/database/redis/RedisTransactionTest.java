package dev.caravan.database.redis;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.junit.jupiter.api.Test;

/** db_advanced runs operations on Redis in order as one transaction; if one fails, none is done. */
class RedisTransactionTest extends RedisAccountsTest {

    @Test
    void eachOperationSeesEarlierOnes() {
        JsonNode answer = done("advanced", "redis", """
                {"table":"accounts","operation":"transaction","operations":[
                  {"type":"insert","data":{"name":"新用户"}},
                  {"type":"update","data":{"status":"active"},"filters":{"name":"新用户"}},
                  {"type":"update","data":{"status":"old","n":null},"filters":{"status":"new"}},
                  {"type":"delete","filters":{"id":2,"status":"old"}},
                  {"type":"insert","data":[{"id":2,"again":true},{"id":"z"}]},
                  {"type":"insert","table":"log","data":{"id":"l","status":"new"}},
                  {"type":"delete","filters":{"id":"z"}},
                  {"type":"delete","filters":{"id":"z"}},
                  {"type":"update","table":"log","data":{"x":1},"filters":{"status__in":["new"]}}]}""");
        assertThat(answer.toString()).isEqualTo("{\"success\":true,\"results\":[{\"inserted_count\":1,\"inserted_ids\":[3]}".replace("[3]",
                answer.at("/results/0/inserted_ids").toString())
                + ",{\"updated_count\":1},{\"updated_count\":3},{\"deleted_count\":1},{\"inserted_count\":2,\"inserted_ids\":[2,\"z\"]},"
                + "{\"inserted_count\":1,\"inserted_ids\":[\"l\"]},"
                + "{\"deleted_count\":1},{\"deleted_count\":0},{\"updated_count\":1}]}");
        JsonNode rows = done("query", "redis", "{\"table\":\"accounts\",\"order_by\":[\"id\"]}").get("data");
        String generated = answer.at("/results/0/inserted_ids/0").toString();
        assertThat(rows.toString())
                .contains("{\"id\":1,\"status\":\"old\",\"n\":null}", "{\"id\":2,\"again\":true}",
                        "{\"id\":" + generated + ",\"name\":\"新用户\",\"status\":\"active\"}", "{\"id\":\"h\",\"status\":\"old\"}")
                .doesNotContain("\"z\"");
        assertThat(redis.get("log:l")).isEqualTo("{\"id\":\"l\",\"status\":\"new\",\"x\":1}");
    }

    @Test
    void paramsMayHoldTheOperations() {
        assertThat(done("advanced", "redis",
                "{\"operation\":\"transaction\",\"params\":{\"table\":\"accounts\",\"operations\":[{\"type\":\"delete\","
                        + "\"filters\":{\"id\":1}}]}}")
                .get("results").toString())
                .isEqualTo("[{\"deleted_count\":1}]");
        assertThat(done("advanced", "redis",
                "{\"table\":\"accounts\",\"operation\":\"transaction\",\"params\":{\"operations\":[{\"type\":\"delete\","
                        + "\"filters\":{\"id\":2}}]}}")
                .get("results").toString())
                .isEqualTo("[{\"deleted_count\":1}]");
    }

    @Test
    void failureOfTheLastOperationUndoesAll() {
        String before = all();
        assertThat(failed("integrity_error", "advanced", "redis",
                transaction("{\"type\":\"update\",\"data\":{\"status\":\"x\"},\"filters\":{\"id__in\":[1,2,\"h\"]}}",
                        "{\"type\":\"insert\",\"data\":{\"id\":9}}",
                        "{\"type\":\"delete\",\"filters\":{\"status\":\"x\"}}", "{\"type\":\"insert\",\"data\":{\"id\":9}}")))
                .contains("Operation 4").contains("9");
        assertThat(failed("integrity_error", "advanced", "redis",
                transaction("{\"type\":\"delete\",\"filters\":{\"id\":2}}", "{\"type\":\"insert\",\"data\":[{\"id\":2},{\"id\":1}]}")))
                .contains("Operation 2");
        assertThat(
                failed("query_error", "advanced", "redis",
                        transaction("{\"type\":\"delete\",\"filters\":{\"id\":2}}",
                                "{\"type\":\"update\",\"data\":{\"status\":null,\"n\":null},\"filters\":{\"id\":\"h\"}}")))
                .contains("Operation 2");
        assertThat(all()).isEqualTo(before);
    }

    @Test
    void refusedTransactionChangesNothing() {
        String before = all();
        redis.run(commands -> commands.configSet("maxmemory", "1"));
        try {
            assertThat(failed("query_error", "advanced", "redis", transaction("{\"type\":\"delete\",\"filters\":{\"id\":1}}",
                    "{\"type\":\"update\",\"data\":{\"a\":1},\"filters\":{\"id\":2}}"))).contains("memory");
        } finally {
            redis.run(commands -> commands.configSet("maxmemory", "0"));
        }
        assertThat(all()).isEqualTo(before);
    }

    @Test
    void wrongArgumentsAreRefused() {
        String before = all();
        assertThat(failed("query_error", "advanced", "redis", "{\"operation\":\"transaction\"}")).contains("operations");
        assertThat(failed("query_error", "advanced", "redis",
                "{\"operation\":\"aggregate\",\"operations\":[{\"type\":\"delete\",\"filters\":{\"id\":1}}]}")).contains("transaction");
        assertThat(failed("query_error", "advanced", "redis", transaction("{\"type\":\"eval\",\"filters\":{\"id\":1}}")))
                .contains("insert");
        assertThat(failed("query_error", "advanced", "redis",
                "{\"operation\":\"transaction\",\"operations\":[{\"type\":\"delete\",\"filters\":{\"id\":1}}]}")).contains("Operation 1")
                .contains("table");
        for (String wrong : List.of("{\"type\":\"insert\"}", "{\"type\":\"update\",\"filters\":{\"id\":1}}",
                "{\"type\":\"update\",\"data\":[{}],\"filters\":{\"id\":1}}", "{\"type\":\"insert\",\"data\":[]}")) {
            assertThat(failed("query_error", "advanced", "redis", transaction("{\"type\":\"delete\",\"filters\":{\"id\":1}}", wrong)))
                    .contains("data");
        }
        assertThat(
                failed("query_error", "advanced", "redis", transaction("{\"type\":\"update\",\"data\":{\"id\":5},\"filters\":{\"id\":1}}")))
                .contains("id");
        assertThat(failed("query_error", "advanced", "redis", transaction("{\"type\":\"delete\",\"filters\":null}"))).contains("filters")
                .contains("null");
        for (String filters : List.of("", ",\"filters\":{}")) {
            assertThat(failed("permission_error", "advanced", "redis",
                    transaction("{\"type\":\"delete\",\"filters\":{\"id\":1}}", "{\"type\":\"delete\"" + filters + "}")))
                    .contains("Operation 2").contains("filters");
        }
        assertThat(
                failed("query_error", "advanced", "redis", transaction("{\"type\":\"delete\",\"table\":\"a:b\",\"filters\":{\"id\":1}}")))
                .contains("a:b");
        String[] many = new String[51];
        java.util.Arrays.fill(many, "{\"type\":\"delete\",\"filters\":{\"id\":1}}");
        assertThat(failed("query_error", "advanced", "redis", transaction(many))).contains("50");
        assertThat(all()).isEqualTo(before);
    }
}
