package dev.caravan.database;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Text of callers is never a statement: whatever they send, and wherever, changes nothing and reveals nothing. */
class InjectionTest extends DatabaseTest {

    private static final String SECRET = "tops3cret-of-another-table";
    private static final List<String> TEXTS = List.of(
            "' or '1'='1", "'; drop table canary; --", "1; delete from canary", "\" or 1=1 --", "canary; update canary set v='x'", "canary--", "canary/**/", "canary union select v from vault",
            "canary\" union select id, v from vault --", "canary` union select id, v from vault -- ", "\\'; delete from canary; --", "' || (select v from vault) || '", "(select v from vault)",
            "vault) --", "v) or (1=1", "id = id or v", "1=1", "v'||pg_sleep(3)||'", "pg_sleep(3)", "sleep(3)", "canary where pg_sleep(3) is null", "copy canary to program 'true'",
            "do $$ begin delete from canary; end $$", "with x as (delete from canary returning *) select * from x", "pg_catalog.pg_shadow", "information_schema.tables", "mysql.user",
            "sqlite_master", "load_file('/etc/passwd')", "canary into outfile '/tmp/x'", "attach database '/tmp/x' as y", "\u0000", "canary\u0000vault", "ｖault", "%27 or 1=1", "{{caravan.databases.postgresql.password}}",
            "${exchangeProperty.database}", ":#id", "?", "$1", "id desc; drop table canary", "case when (select 1 from vault) = 1 then id else v end", "rand()", "@@version", "current_user", "version()",
            "*", "vault:1", "vault:*", "[v]ault", "canary:1", "canary:_id_counter", "_id_counter", "canary:1\r\nDEL canary:1\r\n", "\r\nFLUSHALL\r\n", "*1\r\n$8\r\nFLUSHALL\r\n",
            "'); redis.call('flushall') --", "return redis.call('get', 'vault:1')",
            "canary,vault", "vault*", "-canary", "_all", "_search", "canary/_doc/1", "../vault", "%2e%2e/vault", "canary?q=*", "<vault-{now/d}>", "now||-1d", "{\"match_all\":{}}", "_source", "_index",
            "/.*/", "ctx._source.remove('v')", "}\n{\"delete\":{\"_id\":\"1\"}}\n",
            // PostgREST's own syntax
            "id.gt.0", "eq.one", "is.null", "not.is.null", "vault(*)", "*,vault(*)", "id::text", "v->>0", "id,v", "or=(id.gt.0)", "one&id=gt.0", "one),id.in.(1", "\"),v.like.(\"%\"", "\\\"),v.gt.(\"",
            "id.desc.nullslast", "%", "rpc/version", "vault?select=*", "vault#", "one\r\nPrefer: tx=rollback");

    @BeforeAll
    void tables() {
        STORES.forEach((database, store) -> {
            store.create("canary", TestStore.columns("id INTEGER, v TEXT"));
            done("insert", database, "{\"table\":\"canary\",\"data\":[{\"id\":1,\"v\":\"one\"},{\"id\":2,\"v\":\"two\"}]}");
            store.create("vault", TestStore.columns("id INTEGER, v TEXT"));
            done("insert", database, "{\"table\":\"vault\",\"data\":{\"id\":1,\"v\":\"" + SECRET + "\"}}");
        });
    }

    @TestFactory
    Stream<DynamicTest> everyTextInEveryPlace() {
        return STORES.keySet().stream().flatMap(database -> TEXTS.stream().map(text -> DynamicTest.dynamicTest(database + " " + text, () -> {
            long begin = System.nanoTime();
            for (ObjectNode arguments : queries(text)) {
                harmless(call("query", database, arguments), arguments);
            }
            for (ObjectNode arguments : List.of(with("data", text, "x"), with("filters", text, "x"))) {
                arguments.putIfAbsent("data", McpClient.object("{\"v\":\"changed\"}"));
                arguments.putIfAbsent("filters", McpClient.object("{\"id\":99}"));
                harmless(call("update", database, arguments), arguments);
            }
            harmless(call("delete", database, with("filters", text, "x")), null);
            harmless(call("delete", database, with("filters", "v", text)), null);
            ObjectNode stored = McpClient.object("{\"table\":\"canary\"}");
            stored.putObject("data").put("id", 3).put("v", text);
            JsonNode inserted = call("insert", database, stored);
            if (inserted.get("success").booleanValue()) {
                ObjectNode query = with("filters", "v", text);
                assertThat(call("query", database, query).at("/data/0/v").asText()).as("it is text").isEqualTo(text);
                assertThat(done("delete", database, "{\"table\":\"canary\",\"filters\":{\"id\":3}}").get("deleted_count").intValue()).isEqualTo(1);
            }
            assertThat(done("query", database, "{\"table\":\"canary\",\"order_by\":[\"id\"],\"columns\":[\"id\",\"v\"]}").get("data").toString())
                    .isEqualTo("[{\"id\":1,\"v\":\"one\"},{\"id\":2,\"v\":\"two\"}]");
            assertThat((System.nanoTime() - begin) / 1_000_000).as("nothing slept").isLessThan(3_000);
        })));
    }

    private static List<ObjectNode> queries(String text) {
        List<ObjectNode> queries = new ArrayList<>();
        queries.add(McpClient.object("{}").put("table", text));
        queries.add(with("filters", text, 1));
        queries.add(with("filters", "id__" + text, 1));
        queries.add(with("filters", text + "__gt", 1));
        for (String operator : List.of("v", "v__gt", "v__contains", "v__startswith", "v__endswith", "id", "id__lt")) {
            queries.add(with("filters", operator, text));
        }
        ObjectNode in = McpClient.object("{\"table\":\"canary\"}");
        in.putObject("filters").putArray("v__in").add(text).add("x");
        queries.add(in);
        for (String list : List.of("columns", "order_by")) {
            ObjectNode named = McpClient.object("{\"table\":\"canary\"}");
            named.putArray(list).add(text);
            queries.add(named);
            ObjectNode second = McpClient.object("{\"table\":\"canary\"}");
            second.putArray(list).add("id").add("-" + text);
            queries.add(second);
        }
        return queries;
    }

    private static ObjectNode with(String member, String name, Object value) {
        ObjectNode arguments = McpClient.object("{\"table\":\"canary\"}");
        arguments.putObject(member).set(name, McpClient.JSON.valueToTree(value));
        return arguments;
    }

    private static void harmless(JsonNode answer, ObjectNode arguments) {
        assertThat(answer.toString()).as(String.valueOf(arguments)).doesNotContain(SECRET).doesNotContain("root:").doesNotContain("pg_shadow\",").doesNotContain("The tool failed");
    }
}
