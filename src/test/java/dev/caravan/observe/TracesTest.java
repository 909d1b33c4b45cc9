package dev.caravan.observe;

import static dev.caravan.observe.Collector.attribute;
import static dev.caravan.observe.Collector.hex;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.SharedServers;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Status;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A call's trace as a collector gets it: the call, and below it each statement; under the trace id that the caller reads. */
class TracesTest extends ObservedGatewayTest {

    private static final String CALLERS_SPAN = "00f067aa0ba902b7";

    @Test
    void statementsOfSqlAreChildrenOfTheCall() throws SQLException {
        Map<String, String> server = SharedServers.get(ServerKind.POSTGRESQL).properties();
        try (Connection connection = DriverManager.getConnection(server.get("caravan.databases.postgresql.url"), server.get("caravan.databases.postgresql.username"),
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
        List<Span> insert = COLLECTOR.trace(call("db_insert_redis", "{\"table\":\"observed\",\"data\":" + ids + "}").at("/_meta/traceId").asText());
        List<Span> query = COLLECTOR.trace(call("db_query_redis", "{\"table\":\"observed\",\"filters\":{\"id\":\"se-cret-1\"}}").at("/_meta/traceId").asText());

        assertThat(children(insert, server(insert))).extracting(span -> attribute(span, "db.operation.name")).containsExactly("MSETNX", "BATCH EXISTS");
        assertThat(children(insert, server(insert)).get(1)).satisfies(batch -> assertThat(attribute(batch, "db.operation.batch.size")).isEqualTo("2"));
        assertThat(children(query, server(query))).singleElement().satisfies(command -> {
            assertThat(command.getName()).isEqualTo("MGET");
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

    @Test
    void aServiceIsToldTheTraceItIsAskedIn() {
        JsonNode result = call("web_search", "{\"query\":\"se-cret " + UUID.randomUUID() + "\"}");
        assertThat(result.get("isError").booleanValue()).as(result.toString()).isFalse();
        String traceId = result.at("/_meta/traceId").asText();
        List<Span> trace = COLLECTOR.trace(traceId);
        Span request = children(trace, server(trace)).stream().filter(span -> "GET".equals(attribute(span, "http.request.method"))).findFirst().orElseThrow();

        assertThat(COLLECTOR.searches()).contains("00-" + traceId + "-" + hex(request.getSpanId()) + "-01");
        assertThat(attribute(request, "http.response.status_code")).isEqualTo("200");
        assertThat(trace.toString()).doesNotContain("se-cret");
    }

    @Test
    void anUpstreamServerIsToldTheTraceItIsCalledIn() throws IOException {
        JsonNode result = call("asked", "{}");
        assertThat(result.get("isError").booleanValue()).as(result.toString()).isFalse();
        String traceId = result.at("/structuredContent/meta/traceId").asText();
        List<Span> trace = COLLECTOR.trace(traceId);
        Span asked = children(trace, server(trace)).stream().filter(span -> "scripted".equals(attribute(span, "server.address"))).findFirst().orElseThrow();

        assertThat(asked.getName()).isEqualTo("tools/call meta");
        JsonNode told = McpClient.JSON.readTree(result.at("/structuredContent/data/content/0/text").asText());
        assertThat(told.get("traceparent").asText()).isEqualTo("00-" + traceId + "-" + hex(asked.getSpanId()) + "-01");
    }

    @Test
    void theCallersTraceGoesOn() {
        String traceId = UUID.randomUUID().toString().replace("-", "");
        JsonNode result = call("mongo_find_all", "{}", "traceparent", "00-" + traceId + "-" + CALLERS_SPAN + "-01");
        Span call = server(COLLECTOR.trace(traceId));

        assertThat(result.at("/_meta/traceId").asText()).isEqualTo(traceId);
        assertThat(hex(call.getParentSpanId())).isEqualTo(CALLERS_SPAN);
    }

    @Test
    void metaOfTheRequestIsHeardBeforeTheHeader() {
        String traceId = UUID.randomUUID().toString().replace("-", "");
        String parameters = "{\"name\":\"mongo_find_all\",\"_meta\":{\"traceparent\":\"00-" + traceId + "-" + CALLERS_SPAN + "-01\"}}";
        client.post(McpClient.request("tools/call", McpClient.object(parameters)).toString(), "traceparent", "00-" + "1".repeat(32) + "-" + CALLERS_SPAN + "-01").result();

        assertThat(hex(server(COLLECTOR.trace(traceId)).getParentSpanId())).isEqualTo(CALLERS_SPAN);
    }

    @Test
    void whatTheCallerDoesNotRecordIsNotSent() {
        String traceId = UUID.randomUUID().toString().replace("-", "");
        JsonNode result = call("mongo_find_all", "{}", "traceparent", "00-" + traceId + "-" + CALLERS_SPAN + "-00");
        assertThat(result.at("/_meta/traceId").asText()).isEqualTo(traceId);
        String later = call("mongo_find_all", "{}").at("/_meta/traceId").asText();
        COLLECTOR.trace(later);

        assertThat(COLLECTOR.spans()).noneMatch(span -> hex(span.getTraceId()).equals(traceId));
    }

    @Test
    void resourcesAndPromptsAreTracedToo() {
        String traceId = UUID.randomUUID().toString().replace("-", "");
        String traceparent = "00-" + traceId + "-" + CALLERS_SPAN + "-01";
        client.post(McpClient.request("prompts/get", McpClient.object("{\"name\":\"summarise_documents\",\"arguments\":{\"topic\":\"t\"}}")).toString(), "traceparent", traceparent);
        Span call = server(COLLECTOR.trace(traceId));
        assertThat(call.getName()).isEqualTo("prompts/get summarise_documents");
        assertThat(attribute(call, "gen_ai.prompt.name")).isEqualTo("summarise_documents");
    }

    @Test
    void whatWasSentIsCounted() {
        COLLECTOR.trace(call("mongo_find_all", "{}").at("/_meta/traceId").asText());
        await().atMost(Duration.ofSeconds(10)).until(() -> scrape().value("caravan_tracing_spans_total", "outcome", "exported") > 0);
        assertThat(scrape().value("caravan_tracing_spans_total", "outcome", "dropped")).isZero();
    }

    private static Span server(List<Span> trace) {
        return trace.stream().filter(span -> span.getKind() == Span.SpanKind.SPAN_KIND_SERVER).findFirst().orElseThrow();
    }

    private static List<Span> children(List<Span> trace, Span parent) {
        return trace.stream().filter(span -> span.getParentSpanId().equals(parent.getSpanId())).toList();
    }
}
