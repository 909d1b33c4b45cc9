package dev.caravan.mcp.stdio;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** One process is spoken to line by line; what the official clients do with it is shown by ConversingClientsTest. */
class StdioTest extends SharedStdioTest {

    @Test
    void modernRequestsNeedNoHeaders() throws Exception {
        gateway.send("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"server/discover\",\"params\":{" + MODERN + "}}");
        JsonNode discovered = gateway.next();
        McpClient.checkType(McpClient.MODERN, "DiscoverResult", discovered.get("result"));
        assertThat(discovered.at("/result/capabilities/tools/listChanged").asBoolean()).isTrue();

        gateway.send(call(2, "greet", "{\"name\":\"Ada\"}"));
        assertThat(gateway.answer(2).at("/result/structuredContent/data").asText()).isEqualTo("你好, Ada");
        assertThat(gateway.send(call(3, "nothing", "{}")).answer(3).at("/error/code").asInt()).isEqualTo(-32602);
    }

    @Test
    void invalidLineIsAnsweredAndTheNextIsRead() throws Exception {
        gateway.send("{\"jsonrpc\":");
        assertThat(gateway.next().at("/error/code").asInt()).isEqualTo(-32700);
        gateway.send(new byte[] {'"', (byte) 0xff, '"', '\n'});
        assertThat(gateway.next().at("/error/code").asInt()).isEqualTo(-32700);
        gateway.send("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"" + "x".repeat(200_000) + "\"}");
        JsonNode tooLong = gateway.next();
        assertThat(tooLong.at("/error/code").asInt()).isEqualTo(-32600);
        assertThat(tooLong.at("/error/message").asText()).contains("at most 102400 bytes");
        gateway.send("\r\n\n  \n");
        gateway.send("7");
        assertThat(gateway.next().at("/error/code").asInt()).isEqualTo(-32600);
        gateway.send((call(8, "greet", "{\"name\":\"Bob\"}") + "\r\n").getBytes(StandardCharsets.UTF_8));
        assertThat(gateway.answer(8).at("/result/structuredContent/data").asText()).isEqualTo("你好, Bob");
        for (String event : List.of("\"outcome\":\"JSON_RPC_-32700\"", "\"outcome\":\"JSON_RPC_-32600\"", "\"tool\":\"greet\"")) {
            await(event).atMost(60, SECONDS)
                    .until(() -> gateway.log().lines().filter(line -> line.contains("caravan.audit") && line.contains(event)).count()
                            >= (event.contains("tool") ? 1 : 2));
        }
    }

    @Test
    void requestsRunConcurrentlyAndACancelledOneGetsNoAnswer() throws Exception {
        gateway.send(call(99, "nothing", "{}")).answer(99); // it has started
        long start = System.nanoTime();
        for (int id = 100; id < 120; id++) {
            gateway.send(call(id, "slow", "{}"));
        }
        gateway.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":119}}");
        List<Integer> answered = new ArrayList<>();
        while (answered.size() < 19) {
            answered.add(gateway.next().get("id").asInt());
        }
        assertThat(answered).containsExactlyInAnyOrderElementsOf(IntStream.range(100, 119).boxed().toList());
        assertThat(System.nanoTime() - start).as("twenty of 3 s each").isLessThan(SECONDS.toNanos(40));
        assertThat(gateway.within(500)).isNull();
    }
}
