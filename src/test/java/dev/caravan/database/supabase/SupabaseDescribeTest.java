package dev.caravan.database.supabase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What PostgREST knows of a column stands in its description. */
class SupabaseDescribeTest extends SupabaseTest {

    @Test
    void columnsShowKeysDefaultsReferencesEnumsAndComments() {
        STORE.run("supa_orders", Set.of("id", "buyer", "state", "mood"), "drop table if exists supa_orders, supa_buyers",
                "drop type if exists supa_orders_mood",
                "create type supa_orders_mood as enum ('sad', 'it''s ok', '高兴')", "create table supa_buyers (id int primary key)",
                "create table supa_orders (id int primary key, buyer int not null references supa_buyers(id), state varchar(20) default "
                        + "'new', mood supa_orders_mood)",
                "comment on column supa_orders.mood is 'their mood'", "comment on column supa_orders.buyer is 'who pays'",
                "insert into supa_buyers values (1)",
                "insert into supa_orders values (1, 1, 'new', 'sad'), (2, 1, 'new', 'sad'), (3, 1, 'new', 'sad')", "analyze supa_orders",
                "comment on table supa_orders is 'What people order'"); // the last, since it tells that PostgREST has seen all
        await().until(() -> done("describe", "{\"table\":\"supa_orders\"}").path("comment").asText().equals("What people order"));

        JsonNode answer = done("describe", "{\"table\":\"supa_orders\"}");
        Map<String, JsonNode> columns = new HashMap<>();
        answer.get("columns").forEach(column -> columns.put(column.get("name").asText(), column));

        assertThat(answer.get("key").toString()).isEqualTo("[\"id\"]");
        assertThat(columns.get("id").get("key").booleanValue()).isTrue();
        assertThat(columns.get("id").get("nullable").booleanValue()).isFalse();
        assertThat(columns.get("buyer").get("references").asText()).isEqualTo("supa_buyers.id");
        assertThat(columns.get("buyer").get("comment").asText()).isEqualTo("who pays");
        assertThat(columns.get("buyer").get("nullable").booleanValue()).isFalse();
        assertThat(columns.get("state").get("default").asText()).isEqualTo("new");
        assertThat(columns.get("state").get("nullable").booleanValue()).isTrue();
        assertThat(columns.get("state").has("references")).isFalse();
        assertThat(columns.get("mood").get("type").asText()).isEqualTo("string");
        assertThat(columns.get("mood").get("enum")).extracting(JsonNode::asText).containsExactly("sad", "it's ok", "高兴");
        assertThat(columns.get("mood").get("comment").asText()).isEqualTo("their mood");
        assertThat(done("describe", "{\"search\":\"what people order\"}").at("/tables/0/table").asText()).isEqualTo("supa_orders");
    }

    @Test
    void tablesThatAreNotAllowedAreNotNamed() {
        STORE.run("supabase_one", Set.of("id", "two"),
                "alter table supabase_one add column if not exists two int references supabase_two(id)");
        try {
            JsonNode answer = done("describe", "supabase_some", "{\"table\":\"supabase_one\"}");
            assertThat(answer.get("columns")).anyMatch(column -> column.get("name").asText().equals("two"))
                    .allMatch(column -> !column.has("references"));
            assertThat(answer.toString()).doesNotContain("supabase_two");
        } finally {
            STORE.run("supabase_one", Set.of("id"), "alter table supabase_one drop column two");
        }
    }
}
