package dev.caravan.search;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.OwnGateway;
import dev.caravan.RestClient;
import dev.caravan.embedded.FreePorts;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Indexing that takes longer than its time fails and says how far it came. */
@Tag("nightly")
class IndexTimeoutTest extends OwnStoreTest {

    @Test
    void indexingBeyondItsTimeoutFails() {
        int port = FreePorts.pick();
        try (OwnGateway gateway = gateway(port, "caravan.index.timeout=2s")) {
            RestClient rest = new RestClient(port, "u");
            untilItServes(rest);
            long tool = search(rest, texts(400));
            JsonNode failed = failed(rest, tool);
            assertThat(failed.get("last_error").textValue()).matches("Indexing timed out after 2 s; \\d+ of \\d+ chunks are indexed");
            rest.delete("/api/v1/tools/" + tool).data();
        }
    }
}
