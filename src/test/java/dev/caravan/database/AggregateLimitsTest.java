package dev.caravan.database;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bson.Document;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An aggregate that the gateway sorts has at most 10,000 groups. SQL databases have no such limit. */
@Tag("full")
class AggregateLimitsTest extends DatabaseTest {

    private static final int MOST = 10_000;

    static Stream<String> limited() {
        return STORES.keySet().stream().filter(List.of("mongodb")::contains);
    }

    @Tag("nightly")
    @ParameterizedTest
    @MethodSource("limited")
    void moreThanTenThousandGroupsAreRefused(String database) {
        String table = "limits_" + database;
        STORES.get(database).create(table, TestStore.columns("id INTEGER, n INTEGER, half INTEGER"));
        fill(database, table);

        JsonNode most = done("aggregate", database,
                "{\"table\":\"" + table + "\",\"group_by\":[\"n\"],\"metrics\":{\"rows\":{\"count\":\"*\"}},\"filters\":{\"n__lte\":10000},"
                + "\"order_by\":[\"-n\"],\"limit\":1}");
        assertThat(most.at("/data/0/n").asInt()).isEqualTo(MOST);
        assertThat(done("aggregate", database,
                "{\"table\":\"" + table
                        + "\",\"group_by\":[\"half\"],\"metrics\":{\"rows\":{\"count\":\"*\"}},\"order_by\":[\"half\"],\"limit\":1}")
                .at("/data/0/rows").asInt()).as("as many rows in fewer groups").isEqualTo(1);
        assertThat(failed("query_error", "aggregate", database,
                "{\"table\":\"" + table + "\",\"group_by\":[\"n\"],\"metrics\":{\"rows\":{\"count\":\"*\"}},\"limit\":1}"))
                .contains("more than 10000 groups", "Add filters");
    }

    private static void fill(String database, String table) {
        List<Integer> all = IntStream.rangeClosed(1, MOST + 1).boxed().toList();
        ((MongoTestStore) STORES.get(database)).with(server -> server.getCollection(table)
                .insertMany(all.stream().map(i -> new Document("id", i).append("n", i).append("half", i / 2)).toList()));
    }

    @ParameterizedTest
    @MethodSource("unlimited")
    void sqlDatabasesSortTheGroupsThemselves(String database) {
        STORES.get(database).create("limits_sql", TestStore.columns("id INTEGER, n INTEGER"));
        run(database, "insert into limits_sql values "
                + IntStream.rangeClosed(1, MOST + 1).mapToObj("(%1$d, %1$d)"::formatted).collect(Collectors.joining(",")));

        assertThat(done("aggregate", database,
                "{\"table\":\"limits_sql\",\"group_by\":[\"n\"],\"metrics\":{\"rows\":{\"count\":\"*\"}},\"order_by\":[\"-n\"],"
                        + "\"limit\":1}")
                .at("/data/0/n").asInt()).isEqualTo(MOST + 1);
    }

    static Stream<String> unlimited() {
        return Stream.of("postgresql", "mysql", "sqlite");
    }
}
