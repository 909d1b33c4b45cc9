package dev.caravan.security;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import dev.caravan.RoutesCopy;
import dev.caravan.mcp.stdio.StdioGateway;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Over standard streams whoever has started the process may do all; in a mode that asks who calls, nobody may do anything. */
@Tag("nightly")
class StdioRightsTest {

    private static final String REFUSED = "Credentials are required to call this way";

    private static List<String> answers(String... settings) throws Exception {
        List<String> answers = new ArrayList<>();
        try (StdioGateway gateway = StdioGateway.start(RoutesCopy.entries(), settings)) {
            int id = 10;
            for (RightsTable.Message message : RightsTable.messages()) {
                for (String era : message.isNotification() || message.method().startsWith("subscriptions/") ? List.<String>of()
                        : message.eras()) {
                    ObjectNode request = McpClient.object(message.json(era, message.params())).put("id", ++id);
                    JsonNode answer = gateway.send(request.toString()).answer(id);
                    answers.add(answer.at("/error/message").asText());
                }
            }
        }
        return answers;
    }

    @Test
    void starterOfTheProcessMayDoEverything() throws Exception {
        assertThat(answers()).hasSizeGreaterThan(20).noneMatch(said -> said.equals(REFUSED) || said.contains("scope"));
    }

    @Test
    void stdioCallerHasNoName() throws Exception {
        assertThat(answers("--caravan.security.mode=api-key", "--caravan.security.keys[0].name=all",
                "--caravan.security.keys[0].sha256=" + OwnGateway.sha256("k"),
                "--caravan.security.keys[0].scopes=tools:read,tools:call")).hasSizeGreaterThan(20).allMatch(REFUSED::equals);
    }
}
