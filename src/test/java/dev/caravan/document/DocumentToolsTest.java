package dev.caravan.document;

import static dev.caravan.McpClient.JSON;
import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.GatewayTest;
import dev.caravan.McpClient;
import dev.caravan.StreamClient;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DocumentToolsTest extends GatewayTest {

    @Test
    void aSavedDocumentIsFoundByItsIdAsItWas() {
        ObjectNode document = object("""
                {"topic":"北京 🏯","content":"line\\nbreak \\u0000 𠮷","tags":["a","标签"],"source":{"type":"web","url":"https://e.org","title":"T"}}""");

        JsonNode found = client.envelope("mongo_find_by_id", id(save(document))).get("data");

        for (String field : List.of("topic", "content", "tags", "source")) {
            assertThat(found.get(field)).isEqualTo(document.get(field));
        }
        assertThat(UUID.fromString(found.get("id").asText())).isNotNull();
        assertThat(Instant.parse(found.get("createdAt").asText())).isEqualTo(Instant.parse(found.get("updatedAt").asText()));
        assertThat(found.get("createdAt").asText()).endsWith("Z");
    }

    @Test
    void aTopicIsFoundExactlyFirstThenByPartLastChangedFirst() {
        String mark = UUID.randomUUID().toString();
        String part = save(document("about " + mark + " and more"));
        String exactOld = save(document(mark.toUpperCase()));
        String exactNew = save(document(mark));
        String partNew = save(document("x" + mark));
        update(exactOld, "{\"content\":\"changed\"}");

        JsonNode items = find(mark, 20);

        assertThat(items.findValuesAsText("id")).containsExactly(exactOld, exactNew, partNew, part);
        assertThat(find(mark, 2).findValuesAsText("id")).containsExactly(exactOld, exactNew);
    }

    @ParameterizedTest
    @ValueSource(strings = {"nul \0 in it", ".*", "^", "(", "[a-", "\\E.*\\Q", "\\", "$where", "$topicKey", "{\"$gt\":\"\"}", "a|b", "(?i)x", "%"})
    void aTopicIsTextNeverAnExpression(String topic) {
        String marked = topic + UUID.randomUUID();
        String saved = save(document(marked));

        assertThat(find(topic, 20).findValuesAsText("topic")).allMatch(found -> found.toLowerCase().contains(topic.toLowerCase()));
        assertThat(find(marked, 20).findValuesAsText("id")).containsExactly(saved);
    }

    @Test
    void whoeverListensToADocumentHearsThatItHasChangedOrGone() throws Exception {
        String saved = save(document("listened to"));
        String other = save(document("not listened to"));
        ObjectNode params = object("{\"notifications\":{\"resourceSubscriptions\":[\"document:///" + saved + "\"]},\"_meta\":{"
                + "\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\",\"io.modelcontextprotocol/clientCapabilities\":{}}}");
        try (StreamClient stream = StreamClient.post(port(), "/mcp", McpClient.request("subscriptions/listen", params).toString(),
                "MCP-Protocol-Version", McpClient.MODERN, "Mcp-Method", "subscriptions/listen")) {
            assertThat(stream.next()).contains("document:///" + saved);

            update(other, "{\"topic\":\"x\"}");
            update(saved, "{\"topic\":\"x\"}");
            assertThat(stream.next()).contains("notifications/resources/updated", "document:///" + saved);

            client.envelope("mongo_update_document", object("{\"id\":\"" + UUID.randomUUID() + "\",\"patch\":{\"topic\":\"y\"}}"));
            client.envelope("mongo_delete_document", id(saved));
            assertThat(stream.next()).contains("notifications/resources/updated", "document:///" + saved);
        }
    }

    @Test
    void aPatchReplacesWhatItNamesAndMovesUpdatedAt() {
        String saved = save(object("{\"topic\":\"t\",\"content\":\"c\",\"tags\":[\"a\"]}"));
        JsonNode before = client.envelope("mongo_find_by_id", id(saved)).get("data");

        assertThat(update(saved, "{\"topic\":\"Neu\",\"tags\":[]}").at("/data/updated").asBoolean()).isTrue();

        JsonNode after = client.envelope("mongo_find_by_id", id(saved)).get("data");
        assertThat(after.get("topic").asText()).isEqualTo("Neu");
        assertThat(after.get("content").asText()).isEqualTo("c");
        assertThat(after.get("tags")).isEmpty();
        assertThat(after.get("createdAt")).isEqualTo(before.get("createdAt"));
        assertThat(Instant.parse(after.get("updatedAt").asText())).isAfter(Instant.parse(before.get("updatedAt").asText()));
        assertThat(find("neu", 20).findValuesAsText("id")).contains(saved);
    }

    @Test
    void aDeletedDocumentIsGone() {
        String saved = save(document("gone"));

        assertThat(client.envelope("mongo_delete_document", id(saved)).at("/data/deleted").asBoolean()).isTrue();

        for (JsonNode envelope : List.of(client.envelope("mongo_find_by_id", id(saved)),
                client.envelope("mongo_delete_document", id(saved)), update(saved, "{\"topic\":\"x\"}"))) {
            assertThat(envelope.at("/error/code").asText()).isEqualTo("NOT_FOUND");
            assertThat(envelope.at("/error/message").asText()).contains(saved);
        }
    }

    @Test
    void allIsTheLastChangedTwentyAtMost() {
        for (int i = 0; i < 22; i++) {
            save(document("many " + i));
        }
        String last = save(document("the last"));

        JsonNode items = client.envelope("mongo_find_all", object("{}")).at("/data/items");

        assertThat(items).hasSize(20);
        assertThat(items.get(0).get("id").asText()).isEqualTo(last);
        assertThat(client.envelope("mongo_find_all", object("{\"limit\":3}")).at("/data/items")).hasSize(3);
    }

    @Test
    void noTopicIsAnEmptyListNotAnError() {
        assertThat(find(UUID.randomUUID().toString(), 5)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "mongo_save_document|{\"content\":\"c\"}|topic is required",
        "mongo_save_document|{\"topic\":\"　 \",\"content\":\"c\"}|topic must not be blank",
        "mongo_save_document|{\"topic\":\"t\",\"content\":\"\"}|content must not be empty",
        "mongo_save_document|{\"topic\":7,\"content\":\"c\"}|topic must be of type string, not integer",
        "mongo_save_document|{\"topic\":{\"$gt\":\"\"},\"content\":\"c\"}|topic must be of type string, not object",
        "mongo_save_document|{\"topic\":\"t\",\"content\":\"c\",\"extra\":1}|extra is not an argument of this tool",
        "mongo_save_document|{\"topic\":\"t\",\"content\":\"c\",\"source\":{\"type\":\"spy\"}}|source.type must be one of [\"web\",\"user\",\"system\"]",
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
    void messagesAreChineseForThoseWhoPreferIt() {
        JsonNode envelope = client.envelope("mongo_find_by_id", object("{\"id\":\"nobody\"}"), "Accept-Language", "zh-CN,zh;q=0.9,en;q=0.8");

        assertThat(envelope.at("/error/message").asText()).isEqualTo("没有 id 为 nobody 的文档");
        assertThat(envelope.at("/error/code").asText()).isEqualTo("NOT_FOUND");
    }

    @Test
    void aListThatIsTooLargeLosesItemsFromItsEndAndSaysSo() throws Exception {
        String mark = UUID.randomUUID().toString();
        for (int i = 0; i < 15; i++) {
            save(document(mark + i).put("content", "字".repeat(19_000)));
        }

        JsonNode result = client.call("mongo_find_by_topic", object("{\"limit\":20}").put("topic", mark)).result();

        JsonNode envelope = result.get("structuredContent");
        assertThat(envelope.at("/meta/truncated").asBoolean()).isTrue();
        assertThat(envelope.at("/meta/returned").asInt()).isEqualTo(envelope.at("/data/items").size()).isEqualTo(3);
        assertThat(JSON.writeValueAsBytes(envelope).length).isLessThanOrEqualTo(200 * 1024);
    }

    private String save(ObjectNode document) {
        JsonNode envelope = client.envelope("mongo_save_document", document);
        assertThat(envelope.get("ok").asBoolean()).as(envelope.toString()).isTrue();
        return envelope.at("/data/id").asText();
    }

    private JsonNode find(String topic, int limit) {
        return client.envelope("mongo_find_by_topic", object("{}").put("topic", topic).put("limit", limit)).at("/data/items");
    }

    private JsonNode update(String id, String patch) {
        ObjectNode arguments = object("{}").put("id", id);
        arguments.set("patch", object(patch));
        return client.envelope("mongo_update_document", arguments);
    }

    private static ObjectNode document(String topic) {
        return object("{}").put("topic", topic).put("content", "content");
    }

    private static ObjectNode id(String id) {
        return object("{}").put("id", id);
    }
}
