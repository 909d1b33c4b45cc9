package dev.caravan.source.kamelet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.envelope.InvalidArgumentException;
import dev.caravan.routes.FileProblemException;
import dev.caravan.routes.SettingsFile;
import dev.caravan.routes.SettingsText;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A file of {@code config/kamelets} and the Kamelet that it names: what clients see, and which line is wrong. */
class OfferedKameletTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String KAFKA = "kamelet: kafka-sink\nproperties:\n  bootstrapServers: kafka:9092\n  topic: orders\n  user: "
            + "agent\n  password: hidden\n";

    @Test
    void callersGiveTheBodyAndTheHeadersOfTheFileOnly() throws Exception {
        OfferedKamelet kamelet = offered(KAFKA + "headers:\n  key: {description: Key of the record}\n");

        assertThat(kamelet.title()).isEqualTo("Kafka Sink");
        assertThat(kamelet.description()).isEqualTo("Send data to Kafka topics through Plain Login Module.");
        JsonNode properties = kamelet.schema().get("properties");
        assertThat(properties.fieldNames()).toIterable().containsExactly("key", "body");
        assertThat(properties.at("/key/type").asText()).isEqualTo("string");
        assertThat(kamelet.schema().has("required")).isFalse();
        assertThat(kamelet.schema().toString()).doesNotContain("hidden", "kafka:9092", "password");
        for (String property : List.of("topic", "saslMechanism", "bootstrapServers")) {
            assertRefused(kamelet, Map.of(property, "x"), "This tool has no argument " + property);
        }
    }

    @Test
    void bodyIsRequiredWhereTheFileDescribesItAndAbsentWhereTheFileSaysSo() throws Exception {
        assertThat(offered(KAFKA + "body: {type: object}\n").schema().get("required").toString()).isEqualTo("[\"body\"]");
        OfferedKamelet kamelet = offered(KAFKA + "body: false\n");

        assertThat(kamelet.schema().get("properties")).isEmpty();
        assertRefused(kamelet, Map.of("body", "x"), "This tool has no argument body");
    }

    @Test
    void bodyAndHeadersAreData() throws Exception {
        OfferedKamelet kamelet = offered(KAFKA + "headers: {key: {}, file: {}}\n");

        OfferedKamelet.Input input = kamelet.input(Map.of("key", 7, "file", "50% of a & b?", "body", Map.of("text", "${x}")), JSON);
        assertThat(input.headers()).isEqualTo(Map.of("key", 7, "file", "50% of a & b?", "Content-Type", "application/json"));
        assertThat(input.body()).isEqualTo("{\"text\":\"${x}\"}");
        assertThat(kamelet.input("text", JSON).body()).as("of a route's own").isEqualTo("text");
        for (String text : List.of("${bean:x}", "$simple{bean:x}", "{{env:HOME}}", "x}}", "a\r\nX-Other: b", "x".repeat(1_001))) {
            assertRefused(kamelet, Map.of("file", text),
                    "file must be text of at most 1000 characters without control characters, ${, $simple, {{ and }}");
        }
    }

    private static void assertRefused(OfferedKamelet kamelet, Map<String, Object> arguments, String reason) {
        assertThatThrownBy(() -> kamelet.input(arguments, JSON)).isInstanceOf(InvalidArgumentException.class).hasMessage(reason);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            kamelet: kafka-snik                                                         | 1 | there is no Kamelet kafka-snik
            kamelet: ../secret                                                          | 1 | a Kamelet's name has a-z 0-9 . - only
            title: x                                                                    | 1 | kamelet: is missing
            kamelet: log-sink/nlogger: x                                                | 2 | the key logger is unknown
            kamelet: log-sink/nkamelet: log-sink                                        | 2 | kamelet is here twice
            kamelet: log-sink/nproperties: [a]                                          | 2 | the Kamelet log-sink has no property 0
            kamelet: log-sink/nproperties:/n  level: [a]                                | 3 | the Kamelet log-sink has no property level.0
            kamelet: log-sink/nproperties:/n  lvel: WARN                                | 3 | the Kamelet log-sink has no property lvel; \
            it has loggerName, level,
            kamelet: log-sink/nproperties:/n  level: LOUD                               | 3 | level must be one of TRACE, DEBUG, INFO, \
            WARN, ERROR, OFF, not LOUD
            kamelet: log-sink/nproperties:/n  showBody: perhaps                         | 3 | showBody must be a value of the type \
            boolean, not perhaps
            kamelet: timer-source/nproperties:/n  message: x/n  period: soon            | 4 | period must be a value of the type integer, \
            not soon
            kamelet: kafka-sink/nproperties:/n  topic: x                                | 1 | needs the property bootstrapServers
            kamelet: timer-source/nproperties:/n  message: x/nheaders: {a: {}}            | 1 | is a source, which takes no headers or body
            kamelet: log-sink/ntimeout: 0s                                              | 2 | a timeout such as 10s
            kamelet: log-sink/nkeep: 0                                                  | 2 | a number from 1 to 1000 is expected here, \
            not 0
            kamelet: log-sink/nreadOnlyHint: maybe                                      | 2 | readOnlyHint has a value of the wrong kind
            kamelet: log-sink/n  x: y                                                   | 2 | mapping values are not allowed here
            kamelet: log-sink/nheaders: {CamelFileName: {}}                             | 2 | doesn't begin with Camel
            kamelet: log-sink/narguments: [level]                                        | 2 | the key arguments is unknown; the \
            keys here are body, description,
            kamelet: http-sink/nheaders: {a: {}}                                         | 1 | the Kamelet http-sink needs the property \
            url: give it a value in properties
            kamelet: aws-sqs-sink                                                       | 1 | Put them with their own dependencies into \
            lib/ext and restart: org.apache.camel:camel-aws2-sqs:4.17.0
            kamelet: mqtt-source                                                        | 1 | no component paho). Put them
            """)
    void theLineThatIsWrongIsNamed(String yaml, int line, String message) {
        FileProblemException thrown = catchThrowableOfType(FileProblemException.class, () -> offered(yaml.replace("/n", "\n")));

        assertThat(thrown).as(yaml).isNotNull();
        assertThat(thrown).hasMessageStartingWith("config/kamelets/x.yaml:" + line + ":");
        assertThat(thrown).hasMessageContaining(message);
    }

    @Test
    void exampleHasEverySetting() throws Exception {
        String example = Files.readString(Path.of("config/kamelets/example.yaml.txt"));

        assertThat(offered(example).schema().get("properties").fieldNames()).toIterable().containsExactly("key", "body");
        assertThat(SettingsText.parse("example", example).members().keySet())
                .isEqualTo(Arrays.stream(KameletSettings.class.getRecordComponents()).map(RecordComponent::getName)
                        .map(SettingsText::uniform).collect(Collectors.toSet()));
    }

    static OfferedKamelet offered(String yaml) throws Exception {
        try (DefaultCamelContext context = new DefaultCamelContext()) {
            context.setApplicationContextClassLoader(OfferedKameletTest.class.getClassLoader());
            String file = "config/kamelets/x.yaml";
            KameletSettings settings = new SettingsFile<>(null, KameletSettings.class).read(file, yaml);
            Map<String, String> values = new LinkedHashMap<>();
            SettingsText.parse(file, yaml).values().stream().filter(value -> value.path().startsWith("properties."))
                    .forEach(value -> values.put(value.path().substring("properties.".length()), value.text()));
            try {
                return OfferedKamelet.of("x", settings,
                        new KameletFolder.KameletCatalogue(Path.of("none"), context).find(settings.kamelet()),
                        values, JSON);
            } catch (OfferedKamelet.MisfitException e) {
                throw SettingsFile.problem(file, yaml, e.path(), e.getMessage());
            }
        }
    }
}
