package dev.caravan.http;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.Caravan;
import dev.caravan.McpClient;
import dev.caravan.McpClient.Answer;
import dev.caravan.RoutesCopy;
import dev.caravan.embedded.ChildJvm;
import dev.caravan.embedded.Patience;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;

/** Gateways in JVMs of their own, which get signals, with a held tool and a brief one. */
abstract class ChildGatewaysTest {

    private static final String TOOLS = """
            - route:
                id: held
                from:
                  uri: ai-tool:held
                  parameters: {timeout: 5m, parameter.until: string}
                  steps:
                    - log: {logName: caravan.test, message: The held one has begun}
                    - process: {ref: "#class:dev.caravan.http.ChildGatewaysTest$Held"}
                    - setBody: {constant: late}
            - route:
                id: brief
                from:
                  uri: ai-tool:brief
                  steps:
                    - delay: {constant: 50}
                    - setBody: {constant: done}
            """;

    private static final Path ROUTES = RoutesCopy.entries(TOOLS);

    /** Waits until the file is there that the call names. */
    public static final class Held implements Processor {

        @Override
        public void process(Exchange exchange) throws InterruptedException {
            while (Files.notExists(Path.of(exchange.getMessage().getHeader("until", String.class)))) {
                Thread.sleep(20);
            }
        }
    }

    static ChildJvm gateway(int port, int operations, String... settings) throws IOException {
        return gateway(ROUTES, port, operations, settings);
    }

    static ChildJvm gateway(Path routes, int port, int operations, String... settings) throws IOException {
        String[] all = new String[settings.length + 3];
        System.arraycopy(settings, 0, all, 3, settings.length);
        all[0] = "--caravan.http.port=" + port;
        all[1] = "--server.port=" + operations;
        all[2] = "--caravan.routes.directory=" + routes;
        return ChildJvm.run(Caravan.class, Patience.arguments(all));
    }

    /** Waits until the gateway says that it is ready, and checks that it then answers. */
    static ChildJvm ready(int port, int operations, ChildJvm gateway) {
        await().atMost(180, SECONDS).pollInterval(20, MILLISECONDS).until(() -> readiness(operations) == 200);
        assertThat(new McpClient(port).post(McpClient.request("ping", null).toString()).status()).isEqualTo(200);
        return gateway;
    }

    /** Status of the probe; 0 while nothing listens. */
    static int readiness(int operations) {
        try {
            HttpURLConnection probe = (HttpURLConnection) new URL("http://127.0.0.1:" + operations + "/actuator/health/readiness")
                    .openConnection();
            return probe.getResponseCode();
        } catch (IOException e) {
            return 0;
        }
    }

    static Answer call(int port, String tool) {
        return call(port, tool, McpClient.object("{}"));
    }

    static Answer call(int port, String tool, ObjectNode arguments) {
        return new McpClient(port).legacy("2025-11-25", "tools/call",
                McpClient.object("{\"name\":\"" + tool + "\"}").set("arguments", arguments), "CallToolResult");
    }
}
