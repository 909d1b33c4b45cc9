package dev.caravan.call.tool;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;

/** null for an optional argument is the same as leaving it out. Deeper, null is a value, and so is {}. */
class AbsentArgumentsTest extends OwnToolsTest {

    private static final String ECHO = "- log: {message: 'echo', loggingLevel: 'DEBUG'}";

    @Test
    void nullForAnOptionalArgumentIsTheSameAsLeavingItOut() {
        JsonNode saved = client.envelope("mongo_save_document",
                object("{\"topic\":\"Absent\",\"content\":\"c\",\"tags\":null,\"source\":null}"));
        assertThat(saved.get("ok").asBoolean()).as(saved.toString()).isTrue();

        String id = saved.at("/data/id").asText();
        JsonNode document = client.envelope("mongo_find_by_id", object("{\"id\":\"" + id + "\"}")).get("data");
        assertThat(document.hasNonNull("source")).isFalse();
        assertThat(message("mongo_update_document", "{\"id\":\"" + id + "\",\"patch\":{\"topic\":null,\"content\":\"new\"}}"))
                .contains("patch.topic");
        assertThat(client.envelope("mongo_find_by_topic", object("{\"topic\":\"Absent\",\"limit\":null}")).at("/data/items").size())
                .isGreaterThanOrEqualTo(1);
    }

    @Test
    void nullForARequiredArgumentIsRefused() {
        assertThat(message("mongo_save_document", "{\"topic\":null,\"content\":\"c\",\"source\":null}")).contains("topic")
                .doesNotContain("source");
        assertThat(message("mongo_update_document", "{\"id\":\"x\",\"patch\":{}}")).contains("patch");
        assertThat(message("mongo_update_document", "{\"id\":\"x\",\"patch\":{\"topic\":null}}")).contains("patch");
        assertThat(message("mongo_save_document", "{\"topic\":\"t\",\"content\":\"c\",\"source\":{\"type\":null,\"url\":\"u\"}}"))
                .contains("source.type");
        assertThat(message("mongo_save_document", "{\"topic\":\"t\",\"content\":\"c\",\"source\":{\"type\":\"web\",\"url\":null}}"))
                .contains("source.url");
        assertThat(message("mongo_save_document", "{\"topic\":\"t\",\"content\":\"c\",\"source\":{}}")).contains("source.type");
        assertThat(message("mongo_save_document", "{\"topic\":\"t\",\"content\":\"c\",\"tags\":[null]}")).contains("tags[0]");
        assertThat(message("mongo_save_document", "{\"topic\":\"t\",\"content\":\"c\",\"tags\":{}}")).contains("tags");
        assertThat(message("mongo_save_document", "{\"topic\":\"t\",\"content\":\"c\",\"unknown\":null}")).contains("unknown");
    }

    @Test
    void absentArgumentsGetDefaultsAndMeaningfulNullsStay() throws Exception {
        add("t_absent",
                "argSchema: '{\"type\":\"object\",\"properties\":{\"n\":{\"type\":\"integer\",\"default\":7},\"any\":{},"
                        + "\"may\":{\"type\":[\"string\",\"null\"]},"
                        + "\"list\":{\"type\":\"array\",\"items\":{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\"}}}},"
                        + "\"free\":{\"type\":\"object\"}}}'",
                ECHO);

        JsonNode data = client
                .envelope("t_absent", object("{\"n\":null,\"any\":null,\"may\":null,\"list\":[{},{\"a\":\"x\"}],\"free\":{\"b\":null}}"))
                .get("data");

        assertThat(data).isEqualTo(object("{\"n\":7,\"any\":null,\"may\":null,\"list\":[{},{\"a\":\"x\"}],\"free\":{\"b\":null}}"));
    }

    private String message(String tool, String arguments) {
        JsonNode envelope = client.envelope(tool, object(arguments));
        assertThat(envelope.at("/error/code").asText()).as(envelope.toString()).isEqualTo("INVALID_ARGUMENT");
        return envelope.at("/error/message").asText();
    }
}
