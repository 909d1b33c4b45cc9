package dev.caravan.mcp.stdio;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Over standard streams, a call that comes again with the idempotency key in its {@code _meta} gets the first answer, in both eras. */
@Tag("full")
class StdioKeysTest extends SharedStdioTest {

    private static final String KEY = "\"dev.caravan/idempotencyKey\":\"%s\"";

    private static JsonNode modern(int id, String text, String key) throws Exception {
        return gateway
                .send(call(id, "each_run", "{\"text\":\"" + text + "\"}").replace("\"_meta\":{", "\"_meta\":{" + KEY.formatted(key) + ","))
                .answer(id);
    }

    private static JsonNode old(int id, String text, String key) throws Exception {
        return gateway
                .send(legacy(id, "tools/call",
                        "{\"name\":\"each_run\",\"arguments\":{\"text\":\"" + text + "\"},\"_meta\":{" + KEY.formatted(key) + "}}"))
                .answer(id);
    }

    @Test
    void theFirstAnswerComesAgain() throws Exception {
        JsonNode first = modern(401, "a", "modern");
        JsonNode again = modern(402, "a", "modern");

        assertThat(first.at("/result/structuredContent/data").asText()).startsWith("run ");
        assertThat(again.get("result")).isEqualTo(first.get("result"));
        assertThat(modern(403, "a", "another").at("/result/structuredContent/data"))
                .isNotEqualTo(first.at("/result/structuredContent/data"));
        assertThat(modern(404, "b", "modern").at("/error/message").asText()).contains("another tool or other arguments");
        assertThat(modern(405, "b", "with space").at("/error/message").asText()).contains("idempotency key must be");
    }

    @Test
    void aLegacySessionHasKeysToo() throws Exception {
        JsonNode before = old(406, "a", "before");
        gateway.send(legacy(407, "initialize",
                "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}")).answer(407);

        assertThat(before.at("/result/structuredContent/data").asText()).startsWith("run ");
        assertThat(old(408, "a", "before").at("/result/structuredContent")).as("known before the session")
                .isEqualTo(before.at("/result/structuredContent"));
        assertThat(old(409, "b", "before").at("/error/code").asInt()).isEqualTo(-32602);
    }
}
