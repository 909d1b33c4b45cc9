package dev.caravan.source.mcp;

import static dev.caravan.McpClient.object;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Headers of the exchange choose server, tool and time limit of one upstream step. */
@Tag("full")
class ChosenUpstreamTest extends RelayTest {

    @Test
    void headersSelectServerToolAndTimeoutForOneStep() throws Exception {
        choosing("upstream:gone");
        // within its limit once the server has started and the machine has time for it
        await().atMost(60, SECONDS).until(() -> "done, headers: ||".equals(
                client.envelope("relay", object("{\"server\":\"scripted\",\"tool\":\"echo\",\"limit\":\"1500\"}")).at("/data")
                        .textValue()));
        assertThat(
                client.envelope("relay", object("{\"server\":\"scripted\",\"tool\":\"silent\",\"limit\":\"150\"}")).at("/data").textValue())
                .isEqualTo("trouble: The upstream server scripted did not answer within 150 ms");
        assertThat(client.envelope("relay", object("{\"server\":\"scripted\",\"tool\":\"silent\",\"limit\":\"90000\"}")).at("/data")
                .textValue()).contains("2000 ms");
        assertThat(client.envelope("relay", object("{\"server\":\"nobody's {0}\",\"tool\":\"echo\"}")).at("/data").textValue())
                .isEqualTo("unknown: No upstream server is named nobody's {0} in config/servers");
        assertThat(client.envelope("relay", object("{\"server\":\"scripted\",\"tool\":\"no/such?tool=x\"}")).at("/data").textValue())
                .isEqualTo("refused: -32602 The upstream server scripted refused the call of no/such?tool=x: Unknown tool: no/such?tool=x");
        assertThat(client.envelope("relay", object("{\"tool\":\"echo\"}")).at("/data").textValue()).as("the URI's server")
                .startsWith("trouble: The upstream server gone");
    }

    @Test
    void timeoutMayBeADuration() throws Exception {
        relay("upstream:scripted?tool=silent",
                "- setHeader: {name: CaravanUpstreamTimeout, method: {beanType: java.time.Duration, method: 'ofMillis(120)'}}");
        assertThat(client.envelope("relay", object("{\"word\":\"w\"}")).at("/error/message").asText()).contains("120 ms");
    }

    @Test
    void callWithoutAToolNamesTheMissingOption() throws Exception {
        choosing("upstream:scripted");
        assertThat(client.envelope("relay", object("{\"server\":\"scripted\"}")).at("/data").textValue())
                .isEqualTo("wrong: upstream://scripted needs the option tool or the header CaravanUpstreamTool");
    }

    @Test
    void unknownOperationIsRefusedAtLoad() throws Exception {
        relay("upstream:scripted?tool=echo");
        assertThatThrownBy(() -> load("other", "upstream:scripted?operation=listPrompts", "")).rootCause()
                .hasMessageContaining("listPrompts");
    }
}
