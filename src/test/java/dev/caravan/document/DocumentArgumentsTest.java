package dev.caravan.document;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An argument that is wrong or too long is refused with a message that names it. */
class DocumentArgumentsTest extends DocumentTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "mongo_save_document|{\"content\":\"c\"}|topic is required",
        "mongo_save_document|{\"topic\":\"　 \",\"content\":\"c\"}|topic must not be blank",
        "mongo_save_document|{\"topic\":\"t\",\"content\":\"\"}|content must not be empty",
        "mongo_save_document|{\"topic\":7,\"content\":\"c\"}|topic must be of type string, not integer",
        "mongo_save_document|{\"topic\":{\"$gt\":\"\"},\"content\":\"c\"}|topic must be of type string, not object",
        "mongo_save_document|{\"topic\":\"t\",\"content\":\"c\",\"extra\":1}|extra is not an argument of this tool",
        "mongo_save_document|{\"topic\":\"t\",\"content\":\"c\",\"source\":{\"type\":\"spy\"}}|source.type must be one of [\"web\","
                + "\"user\",\"system\"]",
        "mongo_save_document|{\"topic\":\"t\",\"content\":\"c\",\"tags\":[\"a\",5]}|tags[1] must be of type string, not integer",
        "mongo_find_by_topic|{\"topic\":\"t\",\"limit\":0}|limit must be at least 1",
        "mongo_find_by_topic|{\"topic\":\"t\",\"limit\":21}|limit must be at most 20",
        "mongo_find_by_topic|{\"topic\":\"t\",\"limit\":2.5}|limit must be of type integer, not number",
        "mongo_find_all|{\"limit\":-1}|limit must be at least 1",
        "mongo_find_by_id|{}|id is required",
        "mongo_update_document|{\"id\":\"x\",\"patch\":{}}|patch must name at least 1 field",
        "mongo_update_document|{\"id\":\"x\",\"patch\":{\"$set\":{\"topic\":\"x\"}}}|patch.$set is not an argument of this tool",
        "mongo_update_document|{\"id\":\"x\",\"patch\":{\"createdAt\":\"now\"}}|patch.createdAt is not an argument of this tool",
        "mongo_delete_document|{\"id\":{\"$ne\":null}}|id must be of type string, not object"})
    void badArgumentsAreNamed(String tool, String arguments, String message) {
        JsonNode envelope = client.envelope(tool, object(arguments));

        assertThat(envelope.at("/error/code").asText()).isEqualTo("INVALID_ARGUMENT");
        assertThat(envelope.at("/error/message").asText()).contains(message);
    }

    @Test
    void limitsCountCodePoints() {
        assertThat(client.envelope("mongo_save_document", document("𠮷".repeat(200))).get("ok").asBoolean()).isTrue();
        assertThat(client.envelope("mongo_save_document", document("𠮷".repeat(201))).at("/error/message").asText())
                .isEqualTo("topic must have at most 200 characters, it has 201");
        ObjectNode long1 = document("t").put("content", "字".repeat(20_000));
        assertThat(client.envelope("mongo_save_document", long1).get("ok").asBoolean()).isTrue();
        ObjectNode tooLong = document("t").put("content", "x".repeat(1_000_000));
        assertThat(client.envelope("mongo_save_document", tooLong).at("/error/code").asText()).isEqualTo("INVALID_ARGUMENT");
    }

    @Test
    void messagesAreChineseOnRequest() {
        JsonNode envelope = client.envelope("mongo_find_by_id", object("{\"id\":\"nobody\"}"), "Accept-Language",
                "zh-CN,zh;q=0.9,en;q=0.8");

        assertThat(envelope.at("/error/message").asText()).isEqualTo("没有 id 为 nobody 的文档");
        assertThat(envelope.at("/error/code").asText()).isEqualTo("NOT_FOUND");
    }
}
