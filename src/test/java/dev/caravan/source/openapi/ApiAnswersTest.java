package dev.caravan.source.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.GatewayLog;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Answers by content type, errors with status and body, limits, and credentials that nobody sees. */
@Tag("full")
class ApiAnswersTest extends ApiGateways {

    private static final String SECRET = "s3cr3t-t0ken-value";

    @BeforeEach
    void begin() {
        save("files.openapi.json", """
                {"openapi": "3.1.0", "info": {"title": "Files", "version": "1"}, "security": [{"key": []}],
                 "paths": {"/{file}": {"get": {"operationId": "read", "parameters": [{"name": "file", "in": "path", "schema": {"type": \
                "string"}}]},
                                       "post": {"operationId": "write", "parameters": [{"name": "file", "in": "path", "schema": {"type": \
                "string"}}]}}},
                 "components": {"securitySchemes": {"key": {"type": "http", "scheme": "bearer"}}}}""");
        save("files.yaml", "server: URL\ncredentials: {key: '${FILES_TOKEN:" + SECRET + "}'}\ntimeout: 1s\n");
        start("read");
    }

    private JsonNode read(String file) {
        return call("read", "{\"file\":\"" + file + "\"}");
    }

    @Test
    void contentTypeDecidesHowAnAnswerIsRead() {
        server.answer("/json", 200, "application/vnd.shop+json;charset=utf-8", "[{\"price\":100.00,\"big\":9007199254740993}]")
                .answer("/text", 200, "text/plain;charset=iso-8859-1", "K\u00f6ln".getBytes(StandardCharsets.ISO_8859_1), Map.of())
                .answer("/xml", 200, "application/xml", "<a/>")
                .answer("/none", 204, null, "")
                .answer("/image", 200, "image/png", new byte[] {1, 2, 3}, Map.of())
                .answer("/page", 200, "application/json", "[1]".getBytes(StandardCharsets.UTF_8),
                        Map.of("Link", "<https://x/a?page=1>; rel=\"prev\", <https://x/a?page=3>; rel=\"next\"", "X-Total-Count", "9"))
                .answer("/bad", 200, "application/json", "<html>");

        assertThat(read("json").get("data").toString()).isEqualTo("[{\"price\":100.00,\"big\":9007199254740993}]");
        assertThat(read("text").get("data").asText()).isEqualTo("K\u00f6ln");
        assertThat(read("xml").get("data").asText()).isEqualTo("<a/>");
        assertThat(read("none").get("data").isNull()).isTrue();
        assertThat(read("none").at("/meta/status").asInt()).isEqualTo(204);
        assertThat(read("image").get("data").toString()).isEqualTo("{\"contentType\":\"image/png\",\"bytes\":3,\"base64\":\"AQID\"}");
        assertThat(read("page").at("/meta/next").asText()).isEqualTo("https://x/a?page=3");
        assertThat(read("page").at("/meta/totalCount").asText()).isEqualTo("9");
        assertThat(read("bad").at("/error/code").asText()).isEqualTo("UPSTREAM_ERROR");
    }

    @Test
    void anErrorHasStatusAndBody() {
        server.answer("/missing", 404, "application/json", "{\"message\":\"no such file\"}")
                .answer("/wrong", 422, "text/plain", "page too large")
                .answer("/denied", 401, "application/json", "{}")
                .answer("/down", 503, "text/html", "<h1>down</h1>".getBytes(StandardCharsets.UTF_8), Map.of("Retry-After", "7"))
                .answer("/moved", 302, "text/plain", "moved".getBytes(StandardCharsets.UTF_8),
                        Map.of("Location", server.url() + "/elsewhere"));

        JsonNode missing = read("missing").get("error");
        assertThat(missing.get("code").asText()).isEqualTo("NOT_FOUND");
        assertThat(missing.get("message").asText()).isEqualTo("The API files answered with status 404");
        assertThat(missing.get("detail").toString()).isEqualTo("{\"status\":404,\"body\":{\"message\":\"no such file\"}}");
        assertThat(read("wrong").at("/error/code").asText()).isEqualTo("INVALID_ARGUMENT");
        assertThat(read("wrong").at("/error/detail/body").asText()).isEqualTo("page too large");
        assertThat(read("denied").at("/error/code").asText()).isEqualTo("FORBIDDEN");
        assertThat(read("down").at("/error/code").asText()).isEqualTo("UPSTREAM_ERROR");
        assertThat(read("down").at("/error/detail/retryAfter").asText()).isEqualTo("7");
        assertThat(read("moved").at("/error/detail/status").asInt()).as("not followed").isEqualTo(302);
    }

    @Test
    void lateLargeOrMissingAnswerIsAnError() {
        server.hold("/late");
        server.answer("/long", 200, "application/json", "[" + "\"0123456789\",".repeat(30_000) + "1]");
        server.answer("/huge", 200, "text/plain", "x".repeat(3_000_000));

        assertThat(read("late").at("/error/message").asText()).isEqualTo("The API files did not answer within 1000 ms");
        JsonNode list = read("long");
        assertThat(list.at("/meta/truncated").asBoolean()).isTrue();
        assertThat(list.get("data").size()).isEqualTo(list.at("/meta/returned").asInt()).isBetween(10_000, 20_000);
        assertThat(read("huge").at("/error/message").asText()).contains("sent too much");
        server.close();
        assertThat(read("gone").at("/error/message").asText()).contains("The API files can't be reached");
    }

    @Test
    void credentialsAreSentAndNeverShown() {
        try (GatewayLog log = GatewayLog.recordDebug()) {
            server.answer("/echo", 200, "application/json", "{\"you\":\"Bearer " + SECRET + "\"}").answer("/fail", 400, "text/plain",
                    "bad token " + SECRET);

            assertThat(read("echo").toString()).doesNotContain(SECRET).contains("***");
            assertThat(server.only().headers()).containsEntry("authorization", "Bearer " + SECRET);
            assertThat(read("fail").toString()).doesNotContain(SECRET).contains("400");
            assertThat(tools().toString() + health() + log.written(gateway.camel())).doesNotContain(SECRET);
            assertThat(gateway.camel().getRoutes().toString() + gateway.bean(ApiFolder.class).named("files")).doesNotContain(SECRET);
        }
    }
}
