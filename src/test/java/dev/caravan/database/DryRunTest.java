package dev.caravan.database;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A dry run of an update or delete says how many rows match and which come first; it changes nothing, on any database. */
class DryRunTest extends DatabaseTest {

    static Stream<String> databases() {
        return STORES.keySet().stream();
    }

    @ParameterizedTest
    @MethodSource("databases")
    void dryRunCountsAndChangesNothing(String database) {
        String table = "dry_" + database;
        STORES.get(database).create(table, TestStore.columns("id INTEGER, n INTEGER"));
        StringBuilder rows = new StringBuilder();
        for (int i = 25; i >= 1; i--) {
            rows.append(i == 25 ? "" : ",").append("{\"id\":").append(i).append(",\"n\":").append(i).append('}');
        }
        List<String> all = new ArrayList<>();
        done("insert", database, "{\"table\":\"" + table + "\",\"data\":[" + rows + "]}").get("inserted_ids")
                .forEach(id -> all.add(id.asText()));
        // the 20 rows with n above 5 were written first; the first by key are 6 to 15, where id is the key
        List<String> first = all.subList(0, 10);
        if (!List.of("mongodb", "opensearch").contains(database)) {
            first = IntStream.rangeClosed(6, 15).mapToObj(String::valueOf).toList();
        }

        for (String call : List.of("update\t,\"data\":{\"n\":0}", "delete\t")) {
            String verb = call.split("\t", -1)[0];
            String more = call.split("\t", -1)[1];
            JsonNode many = done(verb, database, "{\"table\":\"" + table + "\",\"filters\":{\"n__gt\":5},\"dry_run\":true" + more + "}");
            assertThat(many.get("dry_run").booleanValue()).isTrue();
            assertThat(many.get("matched_count").intValue()).isEqualTo(20);
            assertThat(many.has(verb + "d_count")).isFalse();
            List<String> ids = new ArrayList<>();
            many.get("ids").forEach(id -> ids.add(id.asText()));
            assertThat(ids).as(database + " " + verb).containsExactlyElementsOf(first).isSubsetOf(all.subList(0, 20));
            assertThat(done(verb, database, "{\"table\":\"" + table + "\",\"filters\":{\"n\":1000},\"dry_run\":true" + more + "}")
                    .get("matched_count").intValue()).isZero();
            failed("permission_error", verb, database, "{\"table\":\"" + table + "\",\"filters\":{},\"dry_run\":true" + more + "}");
            failed("query_error", verb, database,
                    "{\"table\":\"" + table + "\",\"filters\":{\"n__above\":1},\"dry_run\":true" + more + "}");
        }
        assertThat(done("query", database, "{\"table\":\"" + table + "\",\"filters\":{\"n__gt\":0}}").get("count").intValue())
                .as("nothing changed").isEqualTo(25);
        assertThat(done("delete", database, "{\"table\":\"" + table + "\",\"filters\":{\"n__gt\":5},\"dry_run\":false}")
                .get("deleted_count").intValue()).isEqualTo(20);
    }

    @Test
    void compositeKeysAreObjectsAndTablesWithoutKeyHaveNoIds() {
        run("postgresql", "drop table if exists dry_pairs", "create table dry_pairs (a int, b text, primary key (a, b))",
                "insert into dry_pairs values (1, 'x'), (1, 'w')",
                "drop table if exists dry_loose", "create table dry_loose (x int)", "insert into dry_loose values (1), (1)");

        assertThat(done("delete", "postgresql", "{\"table\":\"dry_pairs\",\"filters\":{\"a\":1},\"dry_run\":true}").get("ids").toString())
                .isEqualTo("[{\"a\":1,\"b\":\"w\"},{\"a\":1,\"b\":\"x\"}]");
        JsonNode loose = done("delete", "postgresql", "{\"table\":\"dry_loose\",\"filters\":{\"x\":1},\"dry_run\":true}");
        assertThat(loose.get("matched_count").intValue()).isEqualTo(2);
        assertThat(loose.get("ids")).isEmpty();
    }
}
