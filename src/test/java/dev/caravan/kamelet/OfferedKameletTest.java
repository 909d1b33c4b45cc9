package dev.caravan.kamelet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A file of {@code config/kamelets} and the Kamelet that it names: what clients see, and which line is wrong. */
class OfferedKameletTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String KAFKA = "kamelet: kafka-sink\nproperties:\n  bootstrapServers: kafka:9092\n  user: agent\n";

    @Test
    void theSchemaComesFromTheKamelet() throws Exception {
        OfferedKamelet kamelet = offered(KAFKA + "  password: hidden\narguments:\n  topic: {enum: [orders, returns]}\n  saslMechanism:\nheaders:\n  key: {description: Key of the record}\n");

        assertThat(kamelet.title()).isEqualTo("Kafka Sink");
        assertThat(kamelet.description()).isEqualTo("Send data to Kafka topics through Plain Login Module.");
        JsonNode properties = kamelet.schema().get("properties");
        assertThat(properties.fieldNames()).toIterable().containsExactly("topic", "saslMechanism", "key", "body");
        assertThat(properties.at("/topic/description").asText()).isEqualTo("Comma separated list of Kafka topic names");
        assertThat(properties.at("/topic/enum").toString()).isEqualTo("[\"orders\",\"returns\"]");
        assertThat(properties.at("/saslMechanism/default").asText()).isEqualTo("PLAIN");
        assertThat(properties.at("/key/type").asText()).isEqualTo("string");
        assertThat(kamelet.schema().get("required").toString()).isEqualTo("[\"topic\"]");
        assertThat(kamelet.schema().toString()).doesNotContain("hidden", "kafka:9092", "password");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            kamelet: kafka-snik                                                         | 1 | there is no Kamelet kafka-snik
            kamelet: ../secret                                                          | 1 | a Kamelet's name has a-z 0-9 . - only
            title: x                                                                    | 1 | kamelet: is missing
            kamelet: log-sink/nlogger: x                                                | 2 | there is no setting logger
            kamelet: log-sink/nkamelet: log-sink                                        | 2 | kamelet is here twice
            kamelet: log-sink/nproperties: [a]                                          | 2 | a mapping is expected here
            kamelet: log-sink/nproperties:/n  level: [a]                                | 3 | a single value is expected here
            kamelet: log-sink/nproperties:/n  lvel: WARN                                | 3 | the Kamelet log-sink has no property lvel; it has loggerName, level,
            kamelet: log-sink/nproperties:/n  level: LOUD                               | 3 | level must be one of TRACE, DEBUG, INFO, WARN, ERROR, OFF, not LOUD
            kamelet: log-sink/nproperties:/n  showBody: perhaps                         | 3 | showBody must be a value of the type boolean, not perhaps
            kamelet: timer-source/nproperties:/n  message: x/n  period: soon            | 4 | period must be a value of the type integer, not soon
            kamelet: kafka-sink/nproperties:/n  topic: x                                | 1 | needs the property bootstrapServers
            kamelet: timer-source/nproperties:/n  message: x/narguments: [period]       | 1 | is a source, which takes no arguments
            kamelet: log-sink/ntimeout: 0s                                              | 2 | a timeout such as 10s
            kamelet: log-sink/nkeep: 0                                                  | 2 | a number from 1 to 1000 is expected here, not 0
            kamelet: log-sink/nreadOnlyHint: maybe                                      | 2 | true or false is expected here
            kamelet: log-sink/n  x: y                                                   | 2 | mapping values are not allowed here
            kamelet: log-sink/nheaders: {CamelFileName: {}}                             | 2 | doesn't begin with Camel
            kamelet: log-sink/narguments: {level: {secrt: true}}                        | 2 | an argument takes
            kamelet: log-sink/narguments: [body]                                        | 2 | has no property body
            kamelet: log-sink/nproperties: {level: WARN}/narguments: [level]            | 3 | so that it can't be an argument too
            kamelet: log-sink/narguments: [loggerName]                                  | 2 | becomes a part of an address, so that it needs an enum or a pattern
            kamelet: log-sink/narguments: {loggerName: {pattern: "("}}                  | 2 | pattern of loggerName
            kamelet: http-sink/narguments: [url]                                        | 2 | evaluates it, or reads from it what to run
            kamelet: set-body-action/narguments: [value]                                | 2 | evaluates it, or reads from it what to run
            kamelet: aws-sqs-sink                                                       | 1 | Put them with their own dependencies into lib/ext and restart: org.apache.camel:camel-aws2-sqs:4.17.0
            kamelet: mqtt-source                                                        | 1 | no component paho). Put them
            """)
    void theLineThatIsWrongIsNamed(String yaml, int line, String message) {
        KameletProblemException thrown = catchThrowableOfType(KameletProblemException.class, () -> offered(yaml.replace("/n", "\n")));

        assertThat(thrown).as(yaml).isNotNull();
        assertThat(thrown.problem().line()).isEqualTo(line);
        assertThat(thrown.problem().file()).isEqualTo("config/kamelets/x.yaml");
        assertThat(thrown).hasMessageContaining(message);
    }

    @Test
    void aSecretIsAnArgumentOnlyIfTheFileSaysSo() throws Exception {
        String sink = "kamelet: mongodb-sink\nproperties: {hosts: a, database: b, collection: c}\narguments: ";
        KameletProblemException thrown = catchThrowableOfType(KameletProblemException.class, () -> offered(sink + "[password]"));
        assertThat(thrown).hasMessageContaining("password is a secret");

        assertThat(offered(sink + "{password: {secret: true}}").schema().get("properties").has("password")).isTrue();
    }

    @Test
    void exampleHasEverySetting() throws Exception {
        String example = Files.readString(Path.of("config/kamelets/example.yaml.txt"));

        assertThat(offered(example).schema().at("/properties/topic/enum").size()).isEqualTo(2);
        assertThat(YamlNode.parse("example", example).members().keySet()).isEqualTo(KameletSettings.KEYS);
    }

    static OfferedKamelet offered(String yaml) throws Exception {
        try (DefaultCamelContext context = new DefaultCamelContext()) {
            context.setApplicationContextClassLoader(OfferedKameletTest.class.getClassLoader());
            KameletSettings settings = KameletSettings.read("config/kamelets/x.yaml", "x", yaml, JSON);
            Map<String, String> values = new LinkedHashMap<>();
            settings.properties().forEach((name, value) -> values.put(name, value.value()));
            return OfferedKamelet.of(settings, new KameletCatalogue(Path.of("none"), context, JSON).find(settings), values, JSON);
        }
    }
}
