package dev.caravan.call.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.EditableGatewayTest;
import dev.caravan.StreamClient;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A client that keeps a list of tools hears when a definition changes, also when only a description does. */
class ChangedDefinitionsTest extends EditableGatewayTest {

    private static final String CHANGED = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}";

    @Test
    void clientsHearOfAChangedDescription() throws Exception {
        try (StreamClient stream = StreamClient.open(port(), "/mcp")) {
            for (String description : List.of("first", "second")) {
                save("t", tool("t_changed", description, "done"));
                do {
                    assertThat(stream.next()).isEqualTo(CHANGED);
                } while (!list("tools").equals(List.of(description)));
            }
        }
    }
}
