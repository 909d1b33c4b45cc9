package dev.caravan.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An aggregate may have any number of groups: the database sorts and cuts them. */
@Tag("full")
class AggregateLimitsTest extends DatabaseTest {

    private static final int GROUPS = 10_001;

    @ParameterizedTest
    @MethodSource("aggregating")
    void databasesSortTheGroupsThemselves(String database) {
        STORES.get(database).create("limits_groups", TestStore.columns("id INTEGER, n INTEGER"));
        List<Integer> all = IntStream.rangeClosed(1, GROUPS).boxed().toList();
        run(database, "insert into limits_groups values " + all.stream().map("(%1$d, %1$d)"::formatted).collect(Collectors.joining(",")));

        assertThat(done("aggregate", database,
                "{\"table\":\"limits_groups\",\"group_by\":[\"n\"],\"metrics\":{\"rows\":{\"count\":\"*\"}},\"order_by\":[\"-n\"],"
                        + "\"limit\":1}")
                .at("/data/0/n").asInt()).isEqualTo(GROUPS);
    }
}
