package dev.caravan.mcp.stdio;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.json.HostileJson;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Over standard streams each hostile value is answered as over HTTP, and the next line is read. */
@Tag("nightly")
class HostileLinesTest extends SharedStdioTest {

    @ParameterizedTest
    @EnumSource
    void everyLineIsAnswered(HostileJson value) throws Exception {
        JsonNode answer = gateway.send(call(500, "greet", "{\"name\":" + value.json() + "}")).next();

        if (value.isLarge() || value.isNoJson()) {
            assertThat(answer.at("/error/code").asInt()).as(answer.toString()).isIn(-32700, -32600);
        } else {
            assertThat(answer.at("/result/structuredContent/error/code").asText("none")).as(answer.toString()).isIn("none",
                    "INVALID_ARGUMENT");
        }
        assertThat(gateway.send(call(501, "greet", "{\"name\":\"Ada\"}")).answer(501).at("/result/structuredContent/data").asText())
                .isEqualTo("你好, Ada");
    }
}
