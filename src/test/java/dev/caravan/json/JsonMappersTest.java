package dev.caravan.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.StringReader;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.jackson.JacksonAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Whatever reads JSON refuses the same, by whichever way and into whichever class it reads. */
@Tag("full")
class JsonMappersTest {

    private static ObjectMapper bean() {
        ObjectMapper[] bean = new ObjectMapper[1];
        new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(JacksonAutoConfiguration.class))
                .withUserConfiguration(JsonMappers.class)
                .run(context -> bean[0] = context.getBean(ObjectMapper.class));
        return bean[0];
    }

    private static final List<ObjectMapper> MAPPERS = List.of(JsonMappers.normal(), JsonMappers.exact(), bean(), bean().copy());

    static Stream<String> refused() {
        return Stream.of(
                "1e1001", "-1e999999999", "1e-999999999", "1E2147483647", "10.5e1001", "1".repeat(1_001),
                        "[".repeat(501) + "]".repeat(501))
                .flatMap(json -> Stream.of(json, "[" + json + "]", "{\"x\":{\"y\":[1," + json + "]}}"));
    }

    @ParameterizedTest(name = "{index}")
    @MethodSource("refused")
    void invalidJsonIsRefusedByEveryReader(String json) {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        for (ObjectMapper mapper : MAPPERS) {
            assertThatThrownBy(() -> mapper.readTree(json)).isInstanceOf(JsonProcessingException.class);
            assertThatThrownBy(() -> mapper.readTree(bytes)).isInstanceOf(JsonProcessingException.class);
            assertThatThrownBy(() -> mapper.readTree(new StringReader(json))).isInstanceOf(JsonProcessingException.class);
            assertThatThrownBy(() -> mapper.readTree(new ByteArrayInputStream(bytes))).isInstanceOf(JsonProcessingException.class);
            assertThatThrownBy(() -> mapper.readValue(json, Object.class)).isInstanceOf(JsonProcessingException.class);
            assertThatThrownBy(() -> mapper.readValue("{\"in\":" + json + "}", Answer.class)).isInstanceOf(JsonProcessingException.class);
        }
        assertThatThrownBy(() -> new StrictJson(bean()).read(bytes)).isInstanceOf(MalformedJsonException.class);
    }

    /** As the SDK reads messages. */
    record Answer(Map<String, Object> more, Object in) {
    }

    static Stream<String> taken() {
        return Stream.of("1e1000", "-1e-1000", "9".repeat(1_000), "0." + "3".repeat(999), "\"\\ud83d\\ude00 \\u0000\"",
                "{\"a\":1,\"A\":2,\"😀\":{\"a\":1}}", "[".repeat(90) + "]".repeat(90),
                "[" + "0,".repeat(999_999) + "0]", "\"" + "x".repeat(4_000_000) + "\"");
    }

    @Tag("full")
    @ParameterizedTest(name = "{index}")
    @MethodSource("taken")
    void validJsonIsReadByEveryReader(String json) throws Exception {
        JsonNode strict = new StrictJson(bean()).read(json.getBytes(StandardCharsets.UTF_8));
        for (ObjectMapper mapper : MAPPERS) {
            assertThat(mapper.<JsonNode>valueToTree(mapper.readValue(json, Object.class)).toString())
                    .isEqualTo(mapper.readTree(json).toString());
        }
        assertThat(strict).isEqualTo(JsonMappers.normal().readTree(json));
    }

    /** Programs that cut text leave such halves; the rest of an answer is worth having. */
    @Test
    void loneSurrogatesOfOtherServersAreReplaced() throws Exception {
        String json = "{\"a\":[\"a\\ud83d\",\"\\udc00\\ud83d\\ude00\"]}";
        for (ObjectMapper mapper : MAPPERS) {
            for (JsonNode read : List.of(mapper.readTree(json), mapper.readTree(json.getBytes(StandardCharsets.UTF_8)),
                    mapper.<JsonNode>valueToTree(mapper.readValue(json, Object.class)))) {
                assertThat(read.toString()).isEqualTo("{\"a\":[\"a\uFFFD\",\"\uFFFD\uD83D\uDE00\"]}");
            }
        }
    }

    @Test
    void loneSurrogatesInNamesAreRefused() {
        String json = "{\"\\ud800\":1}";
        for (ObjectMapper mapper : MAPPERS) {
            assertThatThrownBy(() -> mapper.readTree(json)).isInstanceOf(JsonProcessingException.class);
            assertThatThrownBy(() -> mapper.readTree(json.getBytes(StandardCharsets.UTF_8))).isInstanceOf(JsonProcessingException.class);
        }
    }

    @Test
    void decimalsKeepTheirValueAndTheExactReaderKeepsTheirDigits() throws Exception {
        assertThat(JsonMappers.exact().readTree("100.00").toString()).isEqualTo("100.00");
        assertThat(JsonMappers.normal().readValue("0.1000000000000000055511151231257827", Object.class))
                .isEqualTo(new BigDecimal("0.1000000000000000055511151231257827"));
        assertThat(JsonMappers.yaml().readTree("a: 0.1000000000000000055511151231257827").get("a").decimalValue())
                .isEqualByComparingTo("0.1000000000000000055511151231257827");
    }

    @Test
    void reasonQuotesNoInput() {
        assertThatThrownBy(() -> new StrictJson(bean()).read("{\"secret\":1,\"secret\":2}".getBytes(StandardCharsets.UTF_8)))
                .hasMessageContaining("name twice").hasMessageNotContaining("secret");
        assertThatThrownBy(() -> new StrictJson(bean()).read("[\"\\ud800\"]".getBytes(StandardCharsets.UTF_8)))
                .hasMessageContaining("Unicode");
        assertThatThrownBy(() -> JsonMappers.written().readTree("{\"a\":1,\"a\":2}")).isInstanceOf(JsonProcessingException.class);
        assertThatThrownBy(() -> JsonMappers.yaml().readTree("a: 1\na: 2")).isInstanceOf(JsonProcessingException.class);
    }
}
