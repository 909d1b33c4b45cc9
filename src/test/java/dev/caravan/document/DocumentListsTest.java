package dev.caravan.document;

import static dev.caravan.McpClient.JSON;
import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Documents are found by topic or by their last change, as many as an answer may hold. */
class DocumentListsTest extends DocumentTest {

    @Test
    void exactTopicsComeBeforePartialOnesNewestFirst() {
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
    @ValueSource(strings = {"nul \0 in it", ".*", "^", "(", "[a-", "\\E.*\\Q", "\\", "$where", "$topicKey", "{\"$gt\":\"\"}", "a|b",
        "(?i)x", "%"})
    void topicIsNeverAnExpression(String topic) {
        String marked = topic + UUID.randomUUID();
        String saved = save(document(marked));

        assertThat(find(topic, 20).findValuesAsText("topic")).allMatch(found -> found.toLowerCase().contains(topic.toLowerCase()));
        assertThat(find(marked, 20).findValuesAsText("id")).containsExactly(saved);
    }

    @Test
    void unknownTopicReturnsAnEmptyList() {
        assertThat(find(UUID.randomUUID().toString(), 5)).isEmpty();
    }

    @Test
    void listWithoutTopicReturnsTheTwentyNewest() {
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
    void tooLargeListLosesItsLastItemsAndSaysSo() throws Exception {
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
}
