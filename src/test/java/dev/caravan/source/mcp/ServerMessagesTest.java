package dev.caravan.source.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import dev.caravan.source.oauth.CallerIdentity;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A question that came on no call's stream belongs to the only call of a client, whatever the gateway itself asks meanwhile. */
class ServerMessagesTest {

    private final List<ObjectNode> answers = new ArrayList<>();
    private final ServerMessages messages = new ServerMessages("server", null, Set.of(), answer -> {
        answers.add(answer);
        return CompletableFuture.completedFuture(null);
    }, level -> CompletableFuture.completedFuture(null));

    @Test
    void aListThatIsReadMeanwhileTakesNoQuestion() {
        messages.begin(new CallRelay.RunningCall(CallRelay.NOBODY));
        messages.begin(clientsCall());

        assertThat(answered()).isEqualTo("The client of the call can't be asked");
    }

    @Test
    void oneOfTwoClientsCallsIsNotGuessed() {
        messages.begin(clientsCall());
        messages.begin(clientsCall());

        assertThat(answered()).contains("can't tell which of its calls");
    }

    /** Of a client without capabilities. */
    private static CallRelay.RunningCall clientsCall() {
        return new CallRelay.RunningCall(new CallRelay(null, null, null, "client", CallerIdentity.GATEWAY));
    }

    private String answered() {
        messages.take(McpClient.object("{\"id\":1,\"method\":\"elicitation/create\",\"params\":{}}"), null);
        return answers.get(0).at("/error/message").asText();
    }
}
