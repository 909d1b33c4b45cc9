package dev.caravan.database.supabase;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.database.SqlTestStore;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Aggregates work on a table without a key, whatever the types of its columns. */
class SupabaseUnsortedTest extends SupabaseTest {

    @Test
    void columnsMayHaveTypesWithoutAnOrder() {
        STORE.run("supa_unsorted", Set.of("kind", "n", "j", "js", "x", "p", "area"), "drop table if exists supa_unsorted",
                "create table supa_unsorted (kind text, n int, j json, js json[], x xml, p point, area circle)");
        SqlTestStore.POSTGRESQL.run("insert into supa_unsorted (kind, n, j, p) select case when i % 2 = 0 then 'even' else 'odd' end, i, '{\"a\":1}', '(1,2)' from generate_series(1, 1500) i");

        JsonNode groups = done("aggregate", "{\"table\":\"supa_unsorted\",\"group_by\":[\"kind\"],\"metrics\":{\"total\":{\"sum\":\"n\"}},\"order_by\":[\"kind\"]}").get("data");
        assertThat(groups).extracting(group -> group.get("kind").asText() + " " + group.get("total").longValue()).containsExactly("even 563250", "odd 562500");
    }

    @Test
    void noColumnMayHaveAnOrder() {
        STORE.run("supa_points", Set.of("p"), "drop table if exists supa_points", "create table supa_points (p point)", "insert into supa_points values ('(1,2)'), ('(1,2)'), (null)");

        assertThat(done("aggregate", "{\"table\":\"supa_points\"}").get("data").toString()).isEqualTo("[{\"count\":3}]");
    }
}
