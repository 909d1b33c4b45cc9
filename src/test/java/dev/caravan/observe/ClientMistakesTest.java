package dev.caravan.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.caravan.GatewayLog;
import dev.caravan.GatewayTest;
import dev.caravan.RestClient;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A mistake of a client leaves an audit event, and no line for operators. */
class ClientMistakesTest extends GatewayTest {

    private record Mistake(String name, String method, String path, String body, String... headers) {
    }

    private static Mistake message(String name, String body, String... headers) {
        return new Mistake(name, "POST", "/mcp", body, headers);
    }

    private static Mistake request(String method, String params) {
        return message(method + " " + params, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" + method + "\",\"params\":" + params + "}");
    }

    private static Mistake rest(String method, String path, String body) {
        return new Mistake(method + " " + path, method, path, body);
    }

    /** Other gateways of this JVM look for databases and upstream servers that are not there. */
    private static final List<String> BACKGROUND = List.of("dev.caravan.store.SchemaInitializer ",
            "dev.caravan.source.mcp.UpstreamServer ", "dev.caravan.observe.Checkup ");
    private static final String PING = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";

    private static final List<Mistake> MISTAKES = List.of(
            message("malformed", "{"), message("no body", ""), message("empty batch", "[]"),
            message("old version", "{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"ping\"}"),
            message("fractional id", "{\"jsonrpc\":\"2.0\",\"id\":1.5,\"method\":\"ping\"}"),
            message("no method", "{\"jsonrpc\":\"2.0\",\"id\":1}"),
            message("method is a number", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":7}"), message("a text", "\"x\""),
            message("session that has ended", PING, "Mcp-Session-Id", "ended"),
            message("unknown revision", PING, "MCP-Protocol-Version", "1999-01-01"),
            message("text/plain", PING, "Content-Type", "text/plain"), message("wants HTML", PING, "Accept", "text/html"),
            message("foreign origin", PING, "Origin", "http://evil.example"), new Mistake("unknown instance", "POST", "/mcp/unknown", PING),
            new Mistake("PUT", "PUT", "/mcp", PING), new Mistake("nowhere", "GET", "/no/such/address", null),
            new Mistake("POST nowhere", "POST", "/wp-login.php", PING), new Mistake("GET with a body", "GET", "/api/v1/tables", "{}"),
            request("ping", "\"x\""), request("no/such", "{}"), request("tools/call", "{}"),
            request("tools/call", "{\"name\":\"no_such\",\"arguments\":{}}"),
            request("tools/call", "{\"name\":\"web_search\",\"arguments\":{}}"),
            request("tools/call", "{\"name\":\"mongo_find_by_id\",\"arguments\":{\"id\":\"00000000-0000-4000-8000-000000000000\"}}"),
            request("tools/list", "{\"cursor\":\"x\"}"), request("resources/read", "{\"uri\":\"no:///such\"}"),
            request("prompts/get", "{\"name\":\"no_such\"}"),
            rest("GET", "/api/v1/tables/999999999", null), rest("POST", "/api/v1/tables", "{"), rest("POST", "/api/v1/tables", "{}"),
            rest("PUT", "/api/v1/tables/x", "{}"), rest("GET", "/api/v1/tools/999999999", null),
            rest("DELETE", "/api/v1/tools/999999999", null),
            rest("POST", "/api/v1/tools", "{\"type\":\"none\"}"), rest("GET", "/api/v1/mcp/unknown", null),
            rest("POST", "/api/v1/tables/TABLE/data", "{\"elements\":[{\"key\":\"there\",\"content\":1}]}"),
            rest("POST", "/api/agent-retrieval/in/v1/kn/get_action_info", "{}"),
            rest("POST", "/api/ontology-query/in/v1/knowledge-networks/none/action-types/none", "{"));

    /** Of all requests here: an event of another call may come late. */
    private static final String TRACE = UUID.randomUUID().toString().replace("-", "");

    private long table;

    @BeforeAll
    void table() {
        table = new RestClient(port(), null).post("/api/v1/tables", "{\"name\":\"mistakes\",\"data\":{\"there\":1}}").data().get("id")
                .longValue();
    }

    private final HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    @Test
    void eachMistakeHasAnAuditEventAndLogsNoError() throws Exception {
        assertThat(MISTAKES).hasSizeGreaterThan(30);
        try (GatewayLog log = GatewayLog.record()) {
            for (Mistake mistake : MISTAKES) {
                long before = events(log);
                send(mistake);
                await(mistake.name()).until(() -> events(log) > before);
                assertThat(events(log)).as(mistake.name()).isEqualTo(before + 1);
            }
            assertThat(log.text().lines().filter(line -> BACKGROUND.stream().noneMatch(line::startsWith)))
                    .noneMatch(line -> line.matches("\\S+ (ERROR|WARN) .*|\tat .*"));
        }
    }

    @Test
    void eventHasTheTraceIdButNotTheKeyInThePath() throws Exception {
        try (GatewayLog log = GatewayLog.record()) {
            for (Mistake mistake : List.of(new Mistake("nowhere", "GET", "/nowhere/s3cret-key", null), message("malformed", "{"),
                    message("foreign", PING, "Origin", "http://evil.example"))) {
                long before = events(log);
                send(mistake);
                await(mistake.name() + " with the trace id").until(() -> events(log) > before);
            }
            assertThat(log.text().lines().filter(line -> line.startsWith("caravan.audit "))).noneMatch(line -> line.contains("s3cret"));
        }
    }

    /** The log neither grows by them nor loses one. */
    @Tag("full")
    @Test
    void aThousandMistakesLeaveAThousandAuditEvents() throws Exception {
        int rounds = 30;
        try (GatewayLog log = GatewayLog.record()) {
            for (int i = 0; i < rounds; i++) {
                for (Mistake mistake : MISTAKES) {
                    send(mistake);
                }
            }
            await().until(() -> events(log) >= (long) rounds * MISTAKES.size());
            assertThat(events(log)).isEqualTo((long) rounds * MISTAKES.size()).isGreaterThan(1_000);
            assertThat(log.text().lines()
                    .filter(line -> BACKGROUND.stream().noneMatch(line::startsWith) && !line.startsWith("caravan.audit ")))
                    .noneMatch(line -> line.matches("\\S+ (ERROR|WARN|INFO) .*"));
        }
    }

    private static long events(GatewayLog log) {
        return log.text().lines().filter(line -> line.startsWith("caravan.audit ") && line.contains("\"traceId\":\"" + TRACE + "\""))
                .count();
    }

    private void send(Mistake mistake) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                URI.create("http://127.0.0.1:" + port() + mistake.path().replace("TABLE", String.valueOf(table))))
                .timeout(Duration.ofMinutes(1))
                .header("Content-Type", "application/json").header("Accept", "application/json")
                .header("traceparent", "00-" + TRACE + "-00f067aa0ba902b7-01")
                .method(mistake.method(), mistake.body() == null ? BodyPublishers.noBody() : BodyPublishers.ofString(mistake.body()));
        for (int i = 0; i < mistake.headers().length; i += 2) {
            request.setHeader(mistake.headers()[i], mistake.headers()[i + 1]);
        }
        http.send(request.build(), BodyHandlers.ofString());
    }
}
