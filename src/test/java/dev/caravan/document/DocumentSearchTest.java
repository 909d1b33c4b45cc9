package dev.caravan.document;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.mongodb.MongoClientSettings;
import java.util.List;
import java.util.UUID;
import org.bson.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Documents are found by words of topic, content and tags, and by tags; never by an expression. */
class DocumentSearchTest extends DocumentTest {

    private String mark;

    @BeforeEach
    void newMark() {
        mark = UUID.randomUUID().toString().substring(0, 8);
    }

    private String saved(String topic, String content, String... tags) {
        ObjectNode document = object("{}").put("topic", topic).put("content", content);
        List.of(tags).forEach(document.putArray("tags")::add);
        return save(document);
    }

    private JsonNode search(String query, String... tags) {
        ObjectNode arguments = object("{\"limit\":20}");
        if (query != null) {
            arguments.put("query", query);
        }
        if (tags.length > 0) {
            List.of(tags).forEach(arguments.putArray("tags")::add);
        }
        return client.envelope("mongo_search", arguments);
    }

    private List<String> found(String query, String... tags) {
        JsonNode envelope = search(query, tags);
        assertThat(envelope.get("ok").asBoolean()).as(envelope.toString()).isTrue();
        return envelope.at("/data/items").findValuesAsText("id");
    }

    @Test
    void allWordsMustOccurAnywhereInAnyCase() {
        String inTopic = saved(mark + " Java memory", "heap");
        String inContent = saved(mark, "The JAVA virtual machine has a Heap of memory");
        String inTags = saved(mark + " gc", "memory", "java");
        saved(mark + " java", "nothing else");

        assertThat(found(mark + " memory java")).containsExactly(inTags, inContent, inTopic);
        assertThat(found(mark + "  HEAP\tvirtual")).containsExactly(inContent);
        assertThat(found(mark + " memory python")).isEmpty();
    }

    @Test
    void tagsAreWholeAndAllMustBeThere() {
        String both = saved(mark, "x", mark + "-a", mark + "-B");
        String one = saved(mark, "y", mark + "-a");
        saved(mark, "z", mark + "-ab");

        assertThat(found(null, mark + "-A")).containsExactly(one, both);
        assertThat(found(null, mark + "-a", mark + "-b")).containsExactly(both);
        assertThat(found("y", mark + "-a")).containsExactly(one);
        assertThat(found(null, mark)).as("a part of a tag").isEmpty();
    }

    @Test
    void chineseIsFoundByPartsOfASentence() {
        String id = saved("城市" + mark, "北京是中国的首都，人口两千多万");

        assertThat(found("首都 " + mark)).containsExactly(id);
        assertThat(found("首都" + mark)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {".*", "^", "(", "[a-", "\\E.*\\Q", "\\", "$where", "{\"$gt\":\"\"}", "a|b", "(?i)x", "%", "\"", "-x", "nul\0"})
    void wordsAndTagsAreTextNeverAnExpression(String text) {
        String id = saved(mark, "with " + text + " in it", text);

        assertThat(found(mark + " " + text)).containsExactly(id);
        assertThat(found(mark, text)).containsExactly(id);
        assertThat(found(mark + "none " + text)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"{}|needs query or tags", "{'limit':3}|needs query or tags", "{'query':' '}|query",
        "{'tags':[]}|tags", "{'query':'a b c d e f g h i j k'}|at most 10 words, got 11",
        "{'query':'x','limit':21}|at most 20", "{'query':{'$ne':1}}|query must be of type string"})
    void badArgumentsSayWhatIsAllowed(String arguments, String message) {
        JsonNode error = client.envelope("mongo_search", object(arguments.replace('\'', '"'))).get("error");

        assertThat(error.get("code").asText()).isEqualTo("INVALID_ARGUMENT");
        assertThat(error.get("message").asText()).contains(message);
    }

    @Test
    void withATextIndexAllWordsAreQuoted() {
        String json = DocumentSearch.indexed(List.of("java", "o\"k\\", "-x"), List.of(), 5, new Document("updatedAt", -1)).stream()
                .map(stage -> stage.toBsonDocument(Document.class, MongoClientSettings.getDefaultCodecRegistry()).toJson()).toList()
                .toString();

        assertThat(json).contains("{\"$text\": {\"$search\": \"\\\"java\\\" \\\"o k \\\" \\\"-x\\\"\"}}",
                "{\"$sort\": {\"score\": {\"$meta\": \"textScore\"}, \"updatedAt\": -1}}");
    }
}
