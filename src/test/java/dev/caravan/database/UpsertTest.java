package dev.caravan.database;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An insert with {@code on} changes the rows that exist or leaves them, and says how many; it means the same on every database. */
class UpsertTest extends DatabaseTest {

    private static final Set<String> CREATED = new HashSet<>();

    private String table;

    static Stream<String> databases() {
        return STORES.keySet().stream();
    }

    /** Supabase changes all columns of the data or none, as its own test shows. */
    static Stream<String> databasesThatKeepColumns() {
        return databases().filter(database -> !database.equals("supabase"));
    }

    @ParameterizedTest
    @MethodSource("databasesThatKeepColumns")
    void rowsThatExistAreChangedAndOthersInserted(String database) {
        empty(database);

        JsonNode fresh = upsert(database, "[{'id':1,'name':'a','n':1},{'id':2,'name':'b','n':2}]", "");
        counts(fresh, 2, 0, 0);
        assertThat(fresh.get("inserted_ids")).as(fresh.toString()).hasSize(2);
        JsonNode mixed = upsert(database, "[{'id':1,'name':'A','n':10},{'id':3,'name':'it\\'s; --','n':3}]", ",'update':['name']");
        counts(mixed, 1, 1, 0);
        assertThat(mixed.get("inserted_ids")).as("only of rows that were inserted").hasSize(1);
        counts(upsert(database, "[{'id':1,'name':'no','n':0},{'id':4,'name':'d','n':4}]", ",'update':'nothing'"), 1, 0, 1);
        counts(upsert(database, "[{'id':1,'n':7},{'id':2,'name':'z'},{'id':3},{'id':5,'name':'e','n':null}]", ""), 1, 2, 1);
        counts(upsert(database, "{'id':4,'name':null,'n':4}", ""), 0, 1, 0);

        assertThat(rows(database)).containsExactly("1 A 7", "2 z 2", "3 it's; -- 3", "4 null 4", "5 e null");
    }

    @ParameterizedTest
    @MethodSource("databases")
    void mistakesAreNamedAndNothingIsWritten(String database) {
        empty(database);

        assertThat(refused("query_error", database, "{'id':1,'name':'a'}", "'on':['name']")).contains("on must be one of: [")
                .contains("id]");
        assertThat(refused("query_error", database, "[{'id':1,'name':'a'},{'name':'b'}]", "'on':['id']")).startsWith("Row 2 needs");
        assertThat(refused("integrity_error", database, "[{'id':1,'n':1},{'id':2,'n':1},{'id':1,'n':2}]", "'on':['id']"))
                .startsWith("Rows 1 and 3 have the same values in id");
        assertThat(refused("query_error", database, "{'id':1,'n':1}", "'update':['n']")).startsWith("update needs on");
        assertThat(refused("query_error", database, "{'id':1,'n':1}", "'on':['id'],'update':['name']")).contains("name is not");
        refused("query_error", database, "{'id':1,'n':1}", "'on':[]");
        assertThat(rows(database)).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("databases")
    void twoAtATimeLeaveOneRow(String database) throws Exception {
        empty(database);
        List<JsonNode> answers = new Callers<>(3, () -> upsert(database, "{'id':7,'name':'x','n':1}", "")).results();

        assertThat(answers.stream().mapToInt(answer -> answer.get("inserted_count").intValue()).sum()).as(answers.toString()).isEqualTo(1);
        assertThat(answers.stream().mapToInt(answer -> answer.get("updated_count").intValue()).sum()).isEqualTo(2);
        assertThat(rows(database)).containsExactly("7 x 1");
    }

    /** PostgREST needs seconds to serve a new table, so each database has one. */
    private void empty(String database) {
        table = "upserted_" + database;
        if (CREATED.add(table)) {
            STORES.get(database).create(table, TestStore.columns("id INTEGER, name TEXT, n INTEGER"));
        } else {
            done("delete", database, "{\"table\":\"" + table + "\",\"filters\":{\"id__gte\":0}}");
        }
    }

    private JsonNode upsert(String database, String data, String more) {
        return done("insert", database, arguments(data, "'on':['id']" + more));
    }

    private String refused(String type, String database, String data, String more) {
        return failed(type, "insert", database, arguments(data, more));
    }

    private String arguments(String data, String more) {
        return ("{'table':'" + table + "','data':" + data + "," + more + "}").replace("\\'", "\u0001").replace('\'', '"').replace('\u0001',
                '\'');
    }

    private static void counts(JsonNode answer, int inserted, int updated, int skipped) {
        assertThat(answer.get("inserted_count").intValue()).as(answer.toString()).isEqualTo(inserted);
        assertThat(answer.get("updated_count").intValue()).as(answer.toString()).isEqualTo(updated);
        assertThat(answer.get("skipped_count").intValue()).as(answer.toString()).isEqualTo(skipped);
    }

    private List<String> rows(String database) {
        JsonNode rows = done("query", database, "{\"table\":\"" + table + "\",\"order_by\":[\"id\"]}").get("data");
        return rows.findParents("id").stream()
                .map(row -> row.get("id").asText() + " " + row.path("name").asText() + " " + row.path("n").asText("null")).toList();
    }
}
