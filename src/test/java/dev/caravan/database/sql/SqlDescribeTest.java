package dev.caravan.database.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the catalogues of SQL databases know of a column stands in its description. */
class SqlDescribeTest extends SqlTest {

    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "mysql", "sqlite"})
    void columnsShowKeysDefaultsReferencesAndNullability(String database) {
        String id = database.equals("postgresql") ? "int generated always as identity primary key"
                : database.equals("mysql") ? "int auto_increment primary key" : "integer primary key autoincrement";
        run(database, "drop table if exists described_orders", "drop table if exists described_buyers",
                "create table described_buyers (id int primary key, name varchar(50) not null)",
                "create table described_orders (id " + id
                        + ", buyer int not null references described_buyers(id), state varchar(20) default 'new', foreign key (buyer) "
                        + "references described_buyers(id))");

        JsonNode answer = done("describe", database, "{\"table\":\"described_orders\"}");
        Map<String, JsonNode> columns = columns(answer);

        assertThat(answer.get("key").toString()).isEqualTo("[\"id\"]");
        assertThat(columns.get("id").get("key").booleanValue()).isTrue();
        assertThat(columns.get("buyer").get("references").asText()).isEqualTo("described_buyers.id");
        assertThat(columns.get("buyer").get("nullable").booleanValue()).isFalse();
        assertThat(columns.get("state").get("nullable").booleanValue()).isTrue();
        assertThat(columns.get("state").get("default").asText()).contains("new");
        if (!database.equals("sqlite")) {
            assertThat(columns.get("id").get("generated").booleanValue()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "mysql"})
    void columnsShowEnumValuesAndComments(String database) {
        if (database.equals("postgresql")) {
            run(database, "drop table if exists described_moods", "drop type if exists described_mood",
                    "create type described_mood as enum ('sad', 'it''s ok', '高兴')",
                    "create table described_moods (id int primary key, mood described_mood)",
                    "comment on table described_moods is 'How people feel'", "comment on column described_moods.mood is 'their mood'");
        } else {
            run(database, "drop table if exists described_moods",
                    "create table described_moods (id int primary key, mood enum('sad', 'it''s ok', '高兴') comment 'their mood') comment "
                            + "'How people feel'");
        }

        JsonNode answer = done("describe", database, "{\"table\":\"described_moods\"}");
        JsonNode mood = columns(answer).get("mood");

        assertThat(mood.get("type").asText()).isEqualTo("string");
        assertThat(mood.get("enum")).extracting(JsonNode::asText).containsExactly("sad", "it's ok", "高兴");
        assertThat(mood.get("comment").asText()).isEqualTo("their mood");
        assertThat(answer.get("comment").asText()).isEqualTo("How people feel");
        await().until(
                () -> done("describe", database, "{\"search\":\"how people\"}").at("/tables/0/comment").asText().equals("How people feel"));
    }

    @Test
    void viewsAreShownAsSuch() {
        for (String database : new String[] {"postgresql", "mysql", "sqlite"}) {
            run(database, "drop view if exists described_view", "drop table if exists described_base",
                    "create table described_base (id int primary key)",
                    "create view described_view as select count(*) as n from described_base");

            JsonNode answer = done("describe", database, "{\"search\":\"described_view\"}");

            assertThat(answer.at("/tables/0/kind").asText()).as(database).isEqualTo("view");
        }
    }

    @Test
    void unreadableColumnIsLeftOut() {
        run("postgresql", "do $$ begin create role guest login; exception when duplicate_object then null; end $$",
                "drop table if exists described_secrets", "create table described_secrets (id int primary key, open text, secret text)",
                "grant select (id, open) on described_secrets to guest");

        assertThat(columns(done("describe", "guest", "{\"table\":\"described_secrets\"}"))).containsOnlyKeys("id", "open");
        assertThat(done("describe", "guest", "{\"search\":\"described_secrets\"}").get("tables")).hasSize(1);
    }

    private static Map<String, JsonNode> columns(JsonNode answer) {
        Map<String, JsonNode> columns = new HashMap<>();
        answer.get("columns").forEach(column -> columns.put(column.get("name").asText(), column));
        return columns;
    }
}
