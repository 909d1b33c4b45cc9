package dev.caravan.context;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.GatewayTest;
import dev.caravan.RestClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.support.DefaultExchange;
import org.apache.camel.support.UnitOfWorkHelper;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** Indexes of large contexts are built one after another, and each gives its room back before the next. */
@Tag("full")
class IndexedContextsRoomTest extends GatewayTest {

    private static final int TOOLS = 5;
    private static final int KB = 1 << 10;
    /** KB of JSON that each tool searches. */
    private static final int PLACE = 600;
    private static final int NAME = 30;
    /** KB of room that others leave. */
    private static final long LEFT = 1_500;

    @Autowired
    private CamelContext context;
    @Autowired
    private ContextMemory memory;

    @Test
    void waitingIndexesOfOneUserDoNotFillTheRoom() throws Exception {
        RestClient rest = new RestClient(port(), "user-" + UUID.randomUUID());
        StringBuilder data = new StringBuilder();
        for (int i = 0; i < TOOLS; i++) { // names are not indexed, only texts
            data.append(i == 0 ? "" : ",").append("\"p").append(i).append("\":{");
            for (int j = 0; j < PLACE / NAME; j++) {
                data.append(j == 0 ? "\"" : ",\"").append(j).append("x".repeat(NAME * KB)).append("\":").append(i);
            }
            data.append("}");
        }
        long table = rest.post("/api/v1/tables", "{\"name\":\"large\",\"data\":{" + data + "}}").data().get("id").longValue();
        Exchange holding = new DefaultExchange(context);
        memory.read(holding, most -> {
            if (most != Long.MAX_VALUE) {
                throw new ContextMemory.TooLarge((memory.free() - LEFT) * KB);
            }
            return "held";
        });
        try {
            assertThat(memory.free()).as("KB of room").isLessThan(TOOLS * PLACE);
            List<Long> tools = new ArrayList<>();
            for (int i = 0; i < TOOLS; i++) {
                tools.add(rest
                        .post("/api/v1/tools",
                                "{\"table_id\":" + table + ",\"type\":\"search\",\"name\":\"find" + i + "\",\"json_path\":\"/p" + i + "\"}")
                        .data().get("id").longValue());
            }
            for (long tool : tools) {
                JsonNode index = await().atMost(Duration.ofMinutes(3)).until(
                        () -> rest.get("/api/v1/tools/" + tool + "/search-index").data(),
                        now -> !Set.of("pending", "indexing").contains(now.get("status").textValue()));
                assertThat(index.get("status").textValue()).as(index.toString()).isEqualTo("ready");
            }
        } finally {
            UnitOfWorkHelper.doneSynchronizations(holding, holding.getExchangeExtension().handoverCompletions());
        }
    }
}
