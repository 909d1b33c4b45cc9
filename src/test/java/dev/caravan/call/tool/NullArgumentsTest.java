package dev.caravan.call.tool;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.GatewayTest;
import dev.caravan.json.SampleObjects;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Every tool takes null for each optional argument, as if it had been left out. */
@Tag("full")
class NullArgumentsTest extends GatewayTest {

    @Test
    void nullCountsAsAbsent() {
        List<String> different = new ArrayList<>();
        int compared = 0;
        for (JsonNode tool : client.legacy("2025-11-25", "tools/list", null, "ListToolsResult").result().get("tools")) {
            Set<String> required = new HashSet<>();
            tool.at("/inputSchema/required").forEach(name -> required.add(name.asText()));
            ObjectNode absent = new SampleObjects().arguments(tool);
            ObjectNode nulls = absent.deepCopy();
            tool.at("/inputSchema/properties").fieldNames().forEachRemaining(name -> {
                if (!required.contains(name)) {
                    nulls.putNull(name);
                }
            });
            if (nulls.size() > absent.size()) {
                compared++;
                String name = tool.get("name").asText();
                String without = outcome(name, absent);
                String with = outcome(name, nulls);
                if (!with.equals(without)) {
                    different.add(name + ": " + without + " with nulls: " + with);
                }
            }
        }
        assertThat(different).isEmpty();
        assertThat(compared).isGreaterThan(20);
    }

    /** ok, or the code or type of the error, and of an invalid argument the reason. */
    private String outcome(String tool, ObjectNode arguments) {
        JsonNode answer = client.call(tool, arguments).result().get("structuredContent");
        JsonNode error = answer.path("error");
        String code = error.path("code").asText(error.path("type").asText("ok"));
        return code.equals("INVALID_ARGUMENT") ? code + " " + error.path("message").asText() : code;
    }
}
