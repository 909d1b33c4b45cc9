package dev.caravan.intelligence;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import dev.caravan.call.prompt.PromptFollower;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A scripted model that follows the prompt explore_code finds who calls what it asked for. */
@Tag("nightly")
class FollowedCodePromptTest extends LocalShopTest {

    @Test
    void promptLeadsToTheCallers() {
        List<JsonNode> answers = new PromptFollower(client, "explore_code",
                McpClient.object("{\"question\":\"Who charges the customer's card?\"}"))
                .choose("WORKSPACE", SHOP).choose("QUESTION", "Who charges the customer's card?").choose("WORDS", "pay")
                .take("SYMBOL", "/candidates/0/symbol").follow();

        JsonNode chain = answers.get(answers.size() - 1).get("chain");
        assertThat(chain.get("file_path").asText()).isEqualTo("src/Orders.java");
        assertThat(chain.at("/callers/0/symbol_id").asText()).endsWith("#Menu.main()");
    }
}
