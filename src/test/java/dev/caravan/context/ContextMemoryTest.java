package dev.caravan.context;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.GatewayTest;
import dev.caravan.McpClient;
import dev.caravan.RestClient;
import dev.caravan.envelope.ErrorCode;
import dev.caravan.rest.RestError;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.support.DefaultExchange;
import org.apache.camel.support.UnitOfWorkHelper;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** Large contexts are read one after another when the heap has no room for all. Small ones never wait. */
class ContextMemoryTest extends GatewayTest {

    private static final long MB = 1 << 20;

    @Autowired
    private CamelContext context;
    @Autowired
    private ContextMemory gateways;

    /** A read of JSON of that size; it notes the limits with which it ran. */
    private static String read(ContextMemory memory, Exchange asking, long bytes, List<Long> limits) throws ContextFailure {
        return memory.read(asking, most -> {
            limits.add(most);
            if (bytes > most) {
                throw new ContextMemory.TooLarge(bytes);
            }
            return "read";
        });
    }

    @Test
    void largeReadsWaitForRoomUntilTheOthersAreAnswered() throws Exception {
        ContextMemory memory = new ContextMemory(128 * MB, Duration.ofMillis(50)); // room for 4 MB
        Exchange first = new DefaultExchange(context);
        Exchange second = new DefaultExchange(context);
        List<Long> limits = new ArrayList<>();
        assertThat(read(memory, first, 3 * MB, limits)).isEqualTo("read");
        assertThat(limits).hasSize(2).contains(Long.MAX_VALUE);

        assertThatThrownBy(() -> read(memory, second, 2 * MB, limits)).isInstanceOfSatisfying(ContextFailure.class, busy -> {
            assertThat(busy.kind()).isEqualTo(ContextFailure.Kind.BUSY);
            assertThat(busy.code()).isEqualTo(ErrorCode.UPSTREAM_ERROR);
            assertThat(busy.restError()).isEqualTo(RestError.UNAVAILABLE);
        });
        assertThat(limits).as("the second is not read").hasSize(3);
        assertThat(read(memory, second, 1_000, limits)).as("a small one").isEqualTo("read");
        assertThat(read(memory, second, MB, limits)).as("one that has room").isEqualTo("read");

        UnitOfWorkHelper.doneSynchronizations(first, first.getExchangeExtension().handoverCompletions());
        assertThat(read(memory, second, 2 * MB, limits)).as("after the first is answered").isEqualTo("read");
    }

    @Test
    void oneLargerThanAllRoomIsReadAlone() throws Exception {
        ContextMemory memory = new ContextMemory(128 * MB, Duration.ofMillis(50));
        assertThat(read(memory, new DefaultExchange(context), 16 * MB, new ArrayList<>())).isEqualTo("read");
        assertThatThrownBy(() -> read(memory, new DefaultExchange(context), MB, new ArrayList<>())).isInstanceOf(ContextFailure.class);
    }

    /** The answer has the data, which is larger than the request. */
    @Test
    @Tag("nightly")
    void renamingALargeContextWaitsForRoom() throws Exception {
        RestClient rest = new RestClient(port(), "user-" + UUID.randomUUID());
        String data = "{\"a\":\"" + "x".repeat(100_000) + "\"}";
        long table = rest.post("/api/v1/tables", "{\"name\":\"large\",\"data\":" + data + "}").data().get("id").longValue();
        Exchange holding = new DefaultExchange(context);
        read(gateways, holding, 1024 * MB, new ArrayList<>());

        assertThat(rest.put("/api/v1/tables/" + table, "{\"name\":\"renamed\"}").status()).isEqualTo(503);

        UnitOfWorkHelper.doneSynchronizations(holding, holding.getExchangeExtension().handoverCompletions());
        assertThat(rest.get("/api/v1/tables/" + table).data().get("name").asText()).isEqualTo("large");
        assertThat(rest.put("/api/v1/tables/" + table, "{\"name\":\"renamed\"}").data().at("/data/a").asText()).hasSize(100_000);
    }

    @Test
    void callsAndRequestsGiveTheirRoomBack() throws Exception {
        RestClient rest = new RestClient(port(), "user-" + UUID.randomUUID());
        String data = "{\"a\":[" + "\"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\",".repeat(2_500) + "1],\"b\":{}}";
        long table = rest.post("/api/v1/tables", "{\"name\":\"large\",\"data\":" + data + "}").data().get("id").longValue();
        long all = rest.post("/api/v1/tools", "{\"table_id\":" + table + ",\"type\":\"get_all_data\",\"name\":\"everything\"}").data()
                .get("id").longValue();
        long create = rest.post("/api/v1/tools", "{\"table_id\":" + table + ",\"type\":\"create\",\"name\":\"create\"}").data().get("id")
                .longValue();
        String key = rest.post("/api/v1/mcp/with_bindings", "{\"bindings\":[{\"tool_id\":" + all + "},{\"tool_id\":" + create + "}]}")
                .data().get("api_key").textValue();
        McpClient instance = McpClient.ofInstance(port(), key);
        ObjectNode call = McpClient.request("tools/call", McpClient.object("{\"name\":\"everything\",\"arguments\":{}}"));
        int free = gateways.free();
        assertThat(data.length()).as("more than needs no room").isGreaterThan((int) ContextMemory.FREE);

        for (int i = 0; i < 3; i++) {
            assertThat(instance.call("everything", McpClient.object("{}")).body()).contains("xxxx");
            assertThat(instance.call("create", McpClient.object("{\"elements\":[{\"key\":\"k" + i + "\",\"content\":1}]}")).body())
                    .contains("k" + i);
            assertThat(instance.post(List.of(call, call).toString(), "MCP-Protocol-Version", "2025-03-26").body()).contains("\"id\":1",
                    "xxxx");
            assertThat(rest.get("/api/v1/tables/" + table).data().at("/data/a/2499").asText()).startsWith("xxxx");
            assertThat(rest.get("/api/v1/tables/" + table + "/data?json_pointer_path=/a").data().at("/data/2499").asText())
                    .startsWith("xxxx");
        }
        await().until(() -> gateways.free() == free);
    }
}
