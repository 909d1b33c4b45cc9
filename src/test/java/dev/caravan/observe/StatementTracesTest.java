package dev.caravan.observe;

import static dev.caravan.observe.Collector.attribute;
import static dev.caravan.observe.Collector.children;
import static dev.caravan.observe.Collector.server;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.SharedServers;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Status;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Each statement of a call is a span below the span of the call, without the values that the caller sent. */
@Tag("full")
class StatementTracesTest extends ObservedGatewayTest {

    @Test
    void statementsOfSqlAreChildrenOfTheCall() throws SQLException {
        Map<String, String> server = SharedServers.get(ServerKind.POSTGRESQL).properties();
        try (Connection connection = DriverManager.getConnection(server.get("caravan.databases.postgresql.url"),
                server.get("caravan.databases.postgresql.username"),
                server.get("caravan.databases.postgresql.password"))) {
            connection.createStatement().execute("create table if not exists observed (id int primary key, name text)");
        }
        JsonNode result = call("db_query_postgresql", "{\"table\":\"observed\",\"filters\":{\"name\":\"se-cret\"},\"limit\":1}");
        String traceId = result.at("/_meta/traceId").asText();
        List<Span> trace = COLLECTOR.trace(traceId);
        Span call = server(trace);

        assertThat(call.getName()).isEqualTo("tools/call db_query_postgresql");
        assertThat(call.getParentSpanId().isEmpty()).isTrue();
        assertThat(attribute(call, "mcp.method.name")).isEqualTo("tools/call");
        assertThat(attribute(call, "gen_ai.tool.name")).isEqualTo("db_query_postgresql");
        assertThat(children(trace, call)).isNotEmpty().anySatisfy(statement -> {
            assertThat(attribute(statement, "db.system.name")).isEqualTo("postgresql");
            assertThat(attribute(statement, "db.operation.name")).isEqualTo("SELECT");
            assertThat(attribute(statement, "db.query.text")).contains("\"observed\"").contains("?");
            assertThat(statement.getStartTimeUnixNano()).isGreaterThanOrEqualTo(call.getStartTimeUnixNano());
            assertThat(statement.getEndTimeUnixNano()).isLessThanOrEqualTo(call.getEndTimeUnixNano());
        });
        assertThat(trace.toString()).doesNotContain("se-cret");
    }

    @Test
    void commandsOfMongoDbAreChildrenOfTheCall() {
        JsonNode result = call("mongo_find_by_topic", "{\"topic\":\"se-cret\"}");
        List<Span> trace = COLLECTOR.trace(result.at("/structuredContent/meta/traceId").asText());

        assertThat(children(trace, server(trace))).isNotEmpty().allSatisfy(command -> {
            assertThat(attribute(command, "db.system.name")).isEqualTo("mongodb");
            assertThat(attribute(command, "db.collection.name")).isEqualTo("documents");
        });
        assertThat(trace.toString()).doesNotContain("se-cret");
    }

    @Test
    void commandsOfRedisAreChildrenOfTheCall() {
        String ids = "[{\"id\":\"se-cret-1\",\"name\":\"se-cret\"},{\"id\":\"se-cret-2\"}]";
        call("db_delete_redis", "{\"table\":\"observed\",\"filters\":{\"id\":{\"in\":[\"se-cret-1\",\"se-cret-2\"]}}}");
        call("db_insert_redis", "{\"table\":\"observed\",\"data\":" + ids + "}");
        List<Span> insert = COLLECTOR.trace(
                call("db_insert_redis", "{\"table\":\"observed\",\"data\":" + ids + "}").at("/_meta/traceId").asText());
        List<Span> query = COLLECTOR.trace(
                call("db_query_redis", "{\"table\":\"observed\",\"filters\":{\"id\":\"se-cret-1\"}}").at("/_meta/traceId").asText());

        assertThat(children(insert, server(insert))).extracting(span -> attribute(span, "db.operation.name")).containsExactly("WATCH",
                "BATCH EXISTS");
        assertThat(children(insert, server(insert)).get(1))
                .satisfies(batch -> assertThat(attribute(batch, "db.operation.batch.size")).isEqualTo("2"));
        assertThat(children(query, server(query))).singleElement().satisfies(command -> {
            assertThat(command.getName()).isEqualTo("GETRANGE");
            assertThat(attribute(command, "db.system.name")).isEqualTo("redis");
            assertThat(attribute(command, "db.namespace")).isEqualTo("redis");
        });
        assertThat(insert.toString() + query).doesNotContain("se-cret");
    }

    @Test
    void cypherIsAChildOfTheCallThatFailed() {
        JsonNode result = call("neo4j_find_node", "{\"id\":\"" + UUID.randomUUID() + "\"}");
        List<Span> trace = COLLECTOR.trace(result.at("/structuredContent/meta/traceId").asText());
        Span call = server(trace);

        assertThat(attribute(call, "error.type")).isEqualTo("NOT_FOUND");
        assertThat(call.getStatus().getCode()).isEqualTo(Status.StatusCode.STATUS_CODE_ERROR);
        assertThat(children(trace, call)).isNotEmpty().allSatisfy(statement -> {
            assertThat(attribute(statement, "db.system.name")).isEqualTo("neo4j");
            assertThat(attribute(statement, "db.query.text")).contains("$id");
        });
    }
}
