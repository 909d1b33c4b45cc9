package dev.caravan.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A hundred reads of one large context leave connections to others. */
@Tag("full")
class BusyContextReadsTest extends BusyContexts {

    @Test
    void aHundredReadsOfTheHistoryOrTheDataLeaveConnectionsToOthers() throws Exception {
        long table = table(large());
        Made instance = instance(tool(table, "history", "changes", ""), tool(table, "query_data", "query", ""));

        List<JsonNode> answers = whileAnotherUserListsTables(i -> i % 2 == 0 ? mcp(instance).envelope("changes", McpClient.object("{}"))
                : mcp(instance).envelope("query", McpClient.object("{\"query\":\"length(items)\"}")));

        assertThat(answers).allSatisfy(answer -> assertThat(answer.at("/error/message").asText(BUSY))
                .containsAnyOf(BUSY, "took longer than"));
    }
}
