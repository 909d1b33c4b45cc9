package dev.caravan.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.GatewayTest;
import dev.caravan.McpClient.Answer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever is sent, the answer is a valid JSON-RPC or HTTP error, or a result; never a stack trace, never a bare 500. */
class HostileInputTest extends GatewayTest {

    private static final List<String> SEEDS = List.of(
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"mongo_save_document\","
                    + "\"arguments\":{\"topic\":\"北京\",\"content\":\"x\",\"tags\":[\"a\"],\"source\":{\"type\":\"web\"}}}}",
            "{\"jsonrpc\":\"2.0\",\"id\":\"b\",\"method\":\"tools/call\",\"params\":{\"name\":\"mongo_find_by_topic\","
                    + "\"arguments\":{\"topic\":\"x\",\"limit\":5}}}",
            "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"tools/list\",\"params\":{\"cursor\":\"YWZ0ZXI6eA\"}}",
            "{\"jsonrpc\":\"2.0\",\"id\":4,\"method\":\"server/discover\","
                    + "\"params\":{\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                    + "\"io.modelcontextprotocol/clientCapabilities\":{}}}}",
            "[{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"ping\"},{\"jsonrpc\":\"2.0\",\"id\":6,\"method\":\"initialize\","
                    + "\"params\":{\"protocolVersion\":\"2025-03-26\"}}]");

    private static final String[] PIECES = {"null", "1e999999", "-1", "\"", "{", "}", "[", "]", "\\", "\\ud800", "\\u0000", "true",
        "{\"$gt\":\"\"}", "\u0000", "𠮷", ",", ":", "1.5", "99999999999999999999", "\"_meta\":{}", "${exchange}", "{{x}}"};

    @Tag("nightly")
    @Test
    void tenThousandMutatedRequestsAreAnswered() {
        Random random = new Random(20261120);
        for (int i = 0; i < 10_000; i++) {
            byte[] body = mutate(SEEDS.get(random.nextInt(SEEDS.size())), random);

            Answer answer = client.send("POST", body);

            String shown = i + ": " + new String(body, StandardCharsets.UTF_8) + " -> " + answer.status() + " " + answer.body();
            assertThat(answer.status()).as(shown).isIn(200, 202, 400, 404);
            if (answer.status() != 202) {
                assertThat(answer.body()).as(shown).contains("\"jsonrpc\":\"2.0\"").doesNotContain("\tat ").doesNotContain("Exception");
                assertThat(answer.json()).as(shown).isNotNull();
            }
            assertThat(answer.body()).as(shown).doesNotContain("-32603").doesNotContain("INTERNAL_ERROR").doesNotContain("DB_ERROR");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e400", "1e1000000000", "-1e1000000000", "123456789012345678901234567890"})
    void hugeNumbersAreRefusedAtOnce(String number) {
        long start = System.nanoTime();

        Answer answer = client.post(
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"mongo_find_all\",\"arguments\":{\"limit\":"
                        + number + "}}}");

        assertThat(answer.result().at("/structuredContent/error/code").asText()).isEqualTo("INVALID_ARGUMENT");
        assertThat(System.nanoTime() - start).isLessThan(20_000_000_000L);
    }

    /** Written out they would have a billion digits. */
    @ParameterizedTest
    @ValueSource(strings = {"1e999999999", "-1e1000000000", "1e-999999999", "1E2147483647", "10.5e1001", "NINES", "-0.NINES", "0.NINESe5"})
    void numbersThatCannotBeWrittenOutAreRefused(String given) {
        String number = given.replace("NINES", "9".repeat(1_001));
        long start = System.nanoTime();

        for (String arguments : new String[]{"{\"limit\":" + number + "}", "{\"filters\":{\"status\":" + number + "}}",
            "{\"unknown\":[[" + number + "]]}"}) {
            Answer answer = client
                    .post("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"mongo_find_all\",\"arguments\":"
                            + arguments + "}}");

            assertThat(answer.result().at("/structuredContent/error/code").asText()).isEqualTo("INVALID_ARGUMENT");
            assertThat(answer.body()).contains("exponent beyond 1000");
        }
        for (String request : new String[]{"\"id\":7,\"method\":\"ping\",\"params\":{\"a\":" + number + "}",
            "\"id\":7,\"method\":\"prompts/get\",\"params\":{\"arguments\":{\"a\":" + number + "}}"}) {
            Answer answer = client.post("{\"jsonrpc\":\"2.0\"," + request + "}");

            assertThat(answer.error().get("code").intValue()).isEqualTo(-32602);
            assertThat(answer.json().get("id").intValue()).isEqualTo(7);
        }
        assertThat(System.nanoTime() - start).isLessThan(50_000_000_000L);
    }

    private static byte[] mutate(String seed, Random random) {
        StringBuilder text = new StringBuilder(seed);
        for (int n = 1 + random.nextInt(4); n > 0; n--) {
            int at = random.nextInt(text.length());
            switch (random.nextInt(4)) {
                case 0 -> text.insert(at, PIECES[random.nextInt(PIECES.length)]);
                case 1 -> text.delete(at, Math.min(text.length(), at + 1 + random.nextInt(12)));
                case 2 -> text.setCharAt(at, (char) random.nextInt(0x250));
                default -> text.insert(at, text.substring(at, Math.min(text.length(), at + random.nextInt(40))));
            }
            if (text.isEmpty()) {
                text.append('x');
            }
        }
        byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
        if (random.nextInt(5) == 0) {
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
        }
        return bytes;
    }
}
