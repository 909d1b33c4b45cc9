package dev.caravan.database;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What the gateway keeps for the groups of an aggregate is at most {@code max-read}, however few groups there are. SQL databases keep the
 * groups themselves.
 */
class LargeGroupsTest extends DatabaseTest {

    private static final String TABLE = "large_groups";
    private static final int ROWS = 40;
    /** All rows together have more than 1 MB. */
    private static final int LONG = 30_000;
    private static final String REFUSED = "more than 1024 KB";

    static Stream<String> inTheGateway() {
        return STORES.keySet().stream().filter(List.of("mongodb")::contains);
    }

    @BeforeAll
    void fill() {
        inTheGateway().forEach(database -> {
            Map<String, TestStore.Type> columns = TestStore.columns("id INTEGER, n INTEGER, v TEXT");
            STORES.get(database).create(TABLE, columns);
            ObjectNode arguments = McpClient.object("{\"table\":\"" + TABLE + "\"}");
            ArrayNode rows = arguments.putArray("data");
            for (int i = 1; i <= ROWS; i++) {
                rows.addObject().put("id", i).put("n", i).put("v", text(i));
            }
            JsonNode answer = call("insert", database, arguments);
            assertThat(answer.get("success").booleanValue()).as(answer.toString()).isTrue();
        });
    }

    private static String text(int row) {
        return "%02d ".formatted(row) + "x".repeat(LONG);
    }

    @ParameterizedTest
    @MethodSource("inTheGateway")
    void largeKeysAreRefused(String database) {
        assertThat(failed("query_error", "aggregate", database, arguments("\"group_by\":[\"v\"]"))).contains(REFUSED, "Add filters");
    }

    @ParameterizedTest
    @MethodSource("inTheGateway")
    void largeExtremesOfManyGroupsAreRefused(String database) {
        assertThat(failed("query_error", "aggregate", database, arguments("\"group_by\":[\"n\"],\"metrics\":{\"m\":{\"max\":\"v\"}}")))
                .contains(REFUSED);
    }

    @ParameterizedTest
    @MethodSource("inTheGateway")
    void replacedExtremesDoNotCount(String database) {
        JsonNode answer = done("aggregate", database, arguments("\"metrics\":{\"low\":{\"min\":\"v\"},\"high\":{\"max\":\"v\"}}"));

        assertThat(answer.at("/data/0/low").asText()).isEqualTo(text(1));
        assertThat(answer.at("/data/0/high").asText()).isEqualTo(text(ROWS));
    }

    @ParameterizedTest
    @MethodSource("inTheGateway")
    void fewLargeGroupsAreAnswered(String database) {
        JsonNode answer = done("aggregate", database, arguments("\"group_by\":[\"v\"],\"filters\":{\"n__lte\":3}"));

        assertThat(answer.get("data")).extracting(row -> row.get("v").asText()).containsExactly(text(1), text(2), text(3));
    }

    private static String arguments(String rest) {
        return "{\"table\":\"" + TABLE + "\"," + rest + "}";
    }
}
