package dev.caravan.source.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Secrets are replaced in the texts of an answer; its numbers, names and structure stay. */
@Tag("full")
class ShortSecretsTest extends ApiGateways {

    @Test
    void aShortPasswordChangesNoAnswer() {
        save("t.openapi.json", """
                {"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "security": [{"basic": []}],
                 "paths": {"/{file}": {"get": {"operationId": "read", "parameters": [{"name": "file", "in": "path", "schema": {"type": \
                "string"}}]}}},
                 "components": {"securitySchemes": {"basic": {"type": "http", "scheme": "basic"}}}}""");
        save("t.yaml", "server: URL\ncredentials: {basic: 'admin:2024'}\nheaders: {X-Key: '1234567890'}\n");
        server.answer("/year", 200, "application/json", "{\"year\":2024,\"2024\":\"in 2024\",\"n\":1234567890,\"echo\":\"key 1234567890\"}")
                .answer("/escaped", 200, "application/json", "{\"echo\":\"1234\\u0035\\u00367890\"}")
                .answer("/bom", 200, "application/json", "\ufeff{\"a\":1}")
                .answer("/latin", 200, "application/json;charset=ISO-8859-1", "{\"a\":\"K\u00f6ln\"}".getBytes(StandardCharsets.ISO_8859_1),
                        Map.of())
                .answer("/error", 400, "application/json", "{\"message\":\"2024 1234567890 admin:2024\",\"code\":2024}");
        start("read");

        assertThat(read("year")).isEqualTo("{\"year\":2024,\"2024\":\"in 2024\",\"n\":1234567890,\"echo\":\"key ***\"}");
        assertThat(read("escaped")).isEqualTo("{\"echo\":\"***\"}");
        assertThat(read("bom")).isEqualTo("{\"a\":1}");
        assertThat(read("latin")).isEqualTo("{\"a\":\"K\u00f6ln\"}");
        assertThat(call("read", "{\"file\":\"error\"}").toString()).contains("2024 *** ***").contains("\"code\":2024")
                .doesNotContain("1234567890");
    }

    private String read(String file) {
        return call("read", "{\"file\":\"" + file + "\"}").path("data").toString();
    }
}
