package dev.caravan.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import dev.caravan.RouteTest;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A page of a list ends where it would become too large, and the next one begins there. */
class ListPagesTest extends RouteTest {

    @Tag("full")
    @Test
    void largeEntriesMakeMorePages() throws Exception {
        for (int i = 0; i < 8; i++) {
            routes.add("z_large_" + i, "ai-tool:z_large_" + i, "description: " + "long ".repeat(80_000), "- setBody: {constant: x}");
        }
        List<String> names = new ArrayList<>();
        int pages = 0;
        String cursor = null;
        do {
            JsonNode page = client
                    .post(McpClient.request("tools/list", cursor == null ? null : McpClient.object("{}").put("cursor", cursor)).toString())
                    .json().get("result");
            assertThat(page.toString().length()).isLessThan(3_000_000);
            page.get("tools").forEach(tool -> names.add(tool.get("name").asText()));
            cursor = page.path("nextCursor").textValue();
            pages++;
        } while (cursor != null);

        assertThat(pages).isBetween(2, 4);
        assertThat(names).doesNotHaveDuplicates().contains("z_large_0", "z_large_7", "mongo_find_all").isSorted();
    }
}
