package dev.caravan.web;

import static dev.caravan.web.LoopbackSearch.result;
import static dev.caravan.web.LoopbackSearch.results;
import static dev.caravan.web.LoopbackSearch.send;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import dev.caravan.call.prompt.PromptFollower;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A scripted model that follows the prompt answer_from_web has pages with their addresses. */
class FollowedWebPromptTest extends WebSearchTest {

    @Test
    void questionLeadsToPages() {
        SEARCH.behave((exchange, query) -> send(exchange, 200, results(result("Tea", "https://example.org/tea", "Tea comes from China."))));

        List<JsonNode> answers = new PromptFollower(client, "answer_from_web",
                McpClient.object("{\"question\":\"Where does tea come from?\"}"))
                .say("WORDS", "origin of tea").say("OTHER_WORDS", "tea history").say("LANGUAGE", "en").follow();

        assertThat(answers).hasSize(2);
        assertThat(answers.get(1).at("/data/items/0/url").asText()).isEqualTo("https://example.org/tea");
    }
}
