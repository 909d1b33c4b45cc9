package dev.caravan.recall;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.caravan.OwnGateway;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The definitions that a gateway keeps take at most {@code caravan.recall.cache-size}, the headers of who has seen them included. */
@Tag("full")
class ToolDefinitionsWeightTest {

    private static final int MOST_KB = 100;
    private static final int CALLS = 200;

    private OwnGateway gateway;
    private ToolDefinitions definitions;

    @BeforeEach
    void startAGatewayThatKeepsLittle() {
        gateway = OwnGateway.withEntries().set("recall.cache-size", MOST_KB + "KB").start();
        definitions = gateway.bean(ToolDefinitions.class);
    }

    @AfterEach
    void stopIt() {
        gateway.close();
    }

    private ServiceCall keep(int number, String account, int kilobytes) throws RecallException {
        JsonNode definition = JsonNodeFactory.instance.objectNode().put("description", "a".repeat(kilobytes * 1024));
        ServiceCall call = new ServiceCall(ServiceCall.Service.OPERATOR_INTEGRATION, RecallException.Kind.values()[0], "GET",
                "/tools/" + number, Map.of(),
                Map.of("x-account-id", account + number), 1_000, Map.of(), null);
        definitions.keep(new ServiceCall.Answer(200, definition.toString().getBytes(StandardCharsets.UTF_8), definition), call);
        return call;
    }

    private boolean isKept(ServiceCall call) {
        return definitions.look(call) != null;
    }

    @Test
    void cacheIsLimitedByTheWeightOfDefinitions() throws RecallException {
        for (int i = 0; i < CALLS; i++) {
            keep(i, "a", 4);
            assertThat(definitions.weight()).isLessThanOrEqualTo(MOST_KB * 1024);
        }
        assertThat(definitions.size()).as("of 4 KB each").isBetween(MOST_KB / 8L, MOST_KB / 4L);
    }

    @Test
    void cacheIsLimitedByTheWeightOfAccounts() throws RecallException {
        for (int i = 0; i < CALLS; i++) {
            keep(i, "a".repeat(2_048), 0);
            assertThat(definitions.weight()).isLessThanOrEqualTo(MOST_KB * 1024);
        }
        assertThat(definitions.size()).as("of 4 KB each, as Java may take two bytes for a character").isBetween(MOST_KB / 8L, MOST_KB / 4L);
    }

    @Test
    void tooLargeDefinitionIsNotCached() throws RecallException {
        ServiceCall small = keep(1, "a", 4);
        assertThat(isKept(small)).isTrue();

        ServiceCall large = keep(2, "a", MOST_KB + 1);

        assertThat(definitions.weight()).isLessThanOrEqualTo(MOST_KB * 1024);
        assertThat(isKept(large)).isFalse();
    }
}
