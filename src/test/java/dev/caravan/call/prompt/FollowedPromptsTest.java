package dev.caravan.call.prompt;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import dev.caravan.RouteTest;
import dev.caravan.database.SqlTestStore;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A scripted model reaches an answer when it follows a prompt. The tests of code, recall and web have those of these families. */
@Tag("full")
class FollowedPromptsTest extends RouteTest {

    private static final String TABLE = "followed_sales";

    @BeforeAll
    static void sell() {
        SqlTestStore.POSTGRESQL.run("drop table if exists " + TABLE,
                "create table " + TABLE + " (id int primary key, product varchar(20), amount int)",
                "insert into " + TABLE + " values (1, 'tea', 30), (2, 'cup', 12), (3, 'tea', 45)",
                "comment on table " + TABLE + " is 'What was sold'");
    }

    @AfterAll
    static void forget() {
        SqlTestStore.POSTGRESQL.run("drop table " + TABLE);
    }

    private PromptFollower prompt(String name, String arguments) {
        return new PromptFollower(client, name, object(arguments));
    }

    private static JsonNode last(List<JsonNode> answers) {
        return answers.get(answers.size() - 1);
    }

    @Test
    void exploringADatabaseLeadsToTheRows() {
        List<JsonNode> answers = prompt("explore_database", "{\"database\":\"postgresql\",\"question\":\"Which product sells best?\"}")
                .choose("TABLE", TABLE).choose("COLUMN", "product").take("VALUE", "/data/0/product").follow();

        assertThat(answers.get(1).at("/columns").findValuesAsText("name")).containsExactly("id", "product", "amount");
        assertThat(answers.get(3).get("data"))
                .isEqualTo(object("{\"d\":[{\"product\":\"tea\",\"rows\":2},{\"product\":\"cup\",\"rows\":1}]}").get("d"));
        assertThat(last(answers).get("count").asInt()).isEqualTo(2);
    }

    @Test
    void questionLeadsToAChart() {
        List<JsonNode> answers = prompt("draw_chart", "{\"database\":\"postgresql\",\"question\":\"What does each product sell?\"}")
                .choose("TABLE", TABLE).choose("COLUMN", "product").choose("NUMBER", "amount").say("TITLE", "Sales").take("ROWS", "/data")
                .follow();

        assertThat(last(answers).at("/data/option/xAxis/data").toString()).isEqualTo("[\"tea\",\"cup\"]");
        assertThat(last(answers).at("/data/option/series/0/data").toString()).isEqualTo("[75,12]");
        assertThat(last(answers).at("/meta/warnings")).isEmpty();
    }

    @Test
    void exploringTheGraphLeadsToAPath() {
        String city = "Followed " + UUID.randomUUID();
        String from = client
                .envelope("neo4j_create_node", object("{\"label\":\"Entity\"}").set("properties", object("{}").put("name", city)))
                .at("/data/id").asText();
        String to = client.envelope("neo4j_create_node", object("{\"label\":\"Entity\",\"properties\":{\"name\":\"its university\"}}"))
                .at("/data/id").asText();
        client.envelope("neo4j_create_relationship", object("{\"type\":\"RELATED_TO\"}").put("fromId", from).put("toId", to));

        List<JsonNode> answers = prompt("explore_graph", object("{}").put("topic", city).toString())
                .choose("WORDS", city).take("NODE_ID", "/data/items/0/id").take("OTHER_ID", "/data/nodes/0/id").follow();

        assertThat(answers.get(0).at("/data/items/0/id").asText()).isEqualTo(from);
        assertThat(last(answers).get("data").toString()).contains(from, to, "RELATED_TO");
    }

    @Test
    void searchLeadsToTheDocumentsOfATopic() {
        String topic = "followed " + UUID.randomUUID();
        String word = "word" + UUID.randomUUID();
        client.envelope("mongo_save_document", object("{\"content\":\"Tea was drunk first.\"}").put("topic", topic));
        client.envelope("mongo_save_document", object("{}").put("content", "Water, then " + word).put("topic", topic));

        List<JsonNode> answers = prompt("summarise_documents", object("{}").put("topic", word).toString())
                .choose("WORDS", word).take("TOPIC", "/data/items/0/topic").take("DOCUMENT_ID", "/data/items/1/id").follow();

        assertThat(answers.get(0).at("/data/items")).hasSize(1);
        assertThat(answers.get(1).at("/data/items")).hasSize(2);
        assertThat(last(answers).at("/data/topic").asText()).isEqualTo(topic);
    }

    @ParameterizedTest
    @ValueSource(strings = {"all", "discover"})
    void findToolsLeadsToACall(String mode) {
        List<JsonNode> answers = new PromptFollower(McpClient.at(port(), "/mcp?mode=" + mode), "find_and_call",
                object("{\"task\":\"Show me which tables postgresql has\"}"))
                .say("STEP", "list the tables of the database postgresql").take("TOOL", "/data/tools/0/name")
                .give("ARGUMENTS", object("{}").put("search", TABLE).toString()).follow();

        assertThat(last(answers).at("/tables/0/table").asText()).isEqualTo(TABLE);
    }

    @Test
    void promptForAMissingToolFails() throws Exception {
        routes.add("p_tool", "ai-prompt:p_tool", "description: names no tool", "- setBody: {constant: 'Call mongo_find_some {}.'}");
        routes.add("p_argument", "ai-prompt:p_argument", "description: names no argument",
                "- setBody: {constant: 'Call mongo_find_all {\"most\": 1}.'}");
        routes.add("p_nothing", "ai-prompt:p_nothing", "description: names no call", "- setBody: {constant: 'Think.'}");

        assertThatThrownBy(() -> prompt("p_tool", "{}").follow()).isInstanceOf(AssertionError.class)
                .hasMessageContaining("mongo_find_some");
        assertThatThrownBy(() -> prompt("p_argument", "{}").follow()).isInstanceOf(AssertionError.class).hasMessageContaining("most");
        assertThatThrownBy(() -> prompt("p_nothing", "{}").follow()).isInstanceOf(AssertionError.class).hasMessageContaining("Think.");
    }
}
