package dev.caravan.mcp.stdio;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.RoutesCopy;
import dev.caravan.routes.ThrowOnce;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Over standard streams too, a request whose step throws an Error is answered, and the next one is served. */
@Tag("nightly")
class StdioErrorsTest {

    /** Most steps that a ping can have. */
    private static final int MOST = 50;

    @Test
    void everyRequestIsAnsweredOnce() throws Exception {
        try (StdioGateway gateway = StdioGateway.start(RoutesCopy.entries(), "--spring.main.sources=" + ThrowOnce.class.getName())) {
            int errors = 0;
            for (int id = 1; id < MOST; id++) {
                gateway.send("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"ping\"}");
                JsonNode answer = gateway.next();
                if (answer.has("result")) {
                    assertThat(answer.get("id").asInt()).isEqualTo(id);
                    break;
                }
                assertThat(answer.at("/error/code").asInt()).as(answer.toString()).isEqualTo(-32603);
                errors++;
            }

            assertThat(errors).as("steps that threw").isBetween(5, MOST - 2);
            assertThat(gateway.send("{\"jsonrpc\":\"2.0\",\"id\":99,\"method\":\"ping\"}").next().get("id").asInt()).isEqualTo(99);
        }
    }
}
