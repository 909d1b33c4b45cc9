package dev.caravan;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A shared gateway goes to the next test as a new one would be: without the routes of the test before. */
@Tag("full")
class OwnGatewayTest {

    private static OwnGateway.Builder builder() {
        return OwnGateway.withEntries().shared();
    }

    private static JsonNode tools(OwnGateway gateway) {
        return gateway.client().post(McpClient.request("tools/list", null).toString(), "MCP-Protocol-Version", "2025-11-25").json()
                .at("/result/tools");
    }

    @Test
    void sharedGatewayServesTheRoutesOfOneTestAtATime() {
        OwnGateway.Builder first = builder().tool("one", "t", "1");
        int port;
        try (OwnGateway gateway = first.start()) {
            port = gateway.port();
            first.tool("edited", "t", "2").file("broken", "- route: {id: broken");
            assertThat(tools(gateway).findValuesAsText("name")).contains("one");
            try (OwnGateway other = builder().start()) {
                assertThat(other.port()).as("one is in use").isNotEqualTo(port);
            }
        }
        try (OwnGateway gateway = builder().tool("two", "t", "2").start(); OwnGateway other = builder().start()) {
            assertThat(gateway.port() == port || other.port() == port).isTrue();
            assertThat(tools(gateway).findValuesAsText("name")).containsExactly("two");
            assertThat(tools(other)).isEmpty();
        }
    }

    @Test
    void otherSettingsAreAnotherGateway() {
        try (OwnGateway gateway = builder().start()) {
            gateway.close();
            try (OwnGateway other = builder().store().start()) {
                assertThat(other.port()).isNotEqualTo(gateway.port());
            }
        }
    }
}
