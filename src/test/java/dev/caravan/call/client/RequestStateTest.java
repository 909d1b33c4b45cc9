package dev.caravan.call.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import java.util.regex.Matcher;
import org.junit.jupiter.api.Test;

/** The state that a modern client brings along is good for the request of its caller alone. */
class RequestStateTest extends ModernRoundTest {

    @Test
    void requestStateIsValidForOneRequestOfOneCaller() {
        tool(NAME);
        save("another", tool("another", "another", "x").replaceAll("(?s)steps:.*", Matcher.quoteReplacement("steps:\n" + NAME.indent(8))));
        await().until(() -> list("tools").contains("another"));
        String state = state(call(null, null).result());

        for (String tampered : new String[]{state + "-TAMPERED", state.substring(1), "A" + state.substring(1), "", ".", "x.y",
            state.replace('.', '-'),
            state.substring(0, state.indexOf('.') + 1)}) {
            assertThat(call(tampered, ADA).error().get("code").asInt()).as(tampered).isEqualTo(-32602);
        }
        assertThat(send("tools/call", params(state, ADA).put("name", "another"), ALL).error().get("code").asInt()).as("another tool")
                .isEqualTo(-32602);
        ObjectNode arguments = params(state, ADA);
        arguments.putObject("arguments").put("more", 1);
        assertThat(send("tools/call", arguments, ALL).error().get("code").asInt()).as("other arguments").isEqualTo(-32602);
        assertThat(send("tools/call", params(state, ADA), ALL, "X-User-Id", "eve").error().get("code").asInt()).as("another caller")
                .isEqualTo(-32602);
        assertThat(data(send("tools/call", params(state, ADA), ALL))).isEqualTo("Hello Ada");
    }

    @Test
    void argumentsInAnotherOrderAreTheSame() {
        tool(NAME);
        ObjectNode params = params(null, null);
        params.set("arguments", McpClient.object("{}"));
        params.putObject("more").put("a", 1).put("b", 2);
        String state = state(send("tools/call", params, ALL).result());

        ObjectNode again = McpClient.object("{\"more\":{\"b\":2,\"a\":1},\"requestState\":\"" + state + "\",\"inputResponses\":" + ADA
                + ",\"arguments\":{},\"name\":\"asking\"}");

        assertThat(data(send("tools/call", again, ALL))).isEqualTo("Hello Ada");
    }
}
