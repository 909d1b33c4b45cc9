package dev.caravan.bus;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import dev.caravan.json.HostileJson;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Over JMS each hostile value is answered as over HTTP. */
@Tag("full")
class HostileJmsMessagesTest extends JmsGatewayTest {

    /** Larger messages than {@code bus.max-message} are dead letters: {@link JmsDeadLettersTest}. */
    private static List<HostileJson> values() {
        return HostileJson.small();
    }

    @ParameterizedTest
    @MethodSource("values")
    void everyMessageIsAnswered(HostileJson value) throws Exception {
        JsonNode answer = McpClient.JSON.readTree(
                client.ask(BusMessages.call("look", "w").replace("\"word\":\"w\"", "\"word\":" + value.json())));

        if (value.isNoJson()) {
            assertThat(answer.at("/error/code").asInt()).as(answer.toString()).isEqualTo(-32700);
        } else {
            assertThat(answer.toString()).doesNotContain("-32603").doesNotContain("INTERNAL_ERROR");
        }
    }
}
