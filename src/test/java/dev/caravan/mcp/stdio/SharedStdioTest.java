package dev.caravan.mcp.stdio;

import dev.caravan.RoutesCopy;
import dev.caravan.embedded.FreePorts;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;

/** A gateway in a process of its own, which the classes that extend this share; one that a test has ended starts again. */
abstract class SharedStdioTest {

    static final int PORT = FreePorts.pick();
    static final String MODERN = "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
            + "\"io.modelcontextprotocol/clientCapabilities\":{}}";
    static Path routes;
    static StdioGateway gateway;

    @BeforeAll
    static void start() throws Exception {
        if (gateway != null && gateway.process().isAlive()) {
            passOver();
            return;
        }
        if (gateway == null) {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> gateway.close()));
        }
        routes = RoutesCopy.entries("""
                - route:
                    id: greet
                    from:
                      uri: ai-tool:greet
                      parameters: {parameter.name: string}
                      steps:
                        - setBody:
                            simple: 你好, ${body[name]}
                - route:
                    id: each_run
                    from:
                      uri: ai-tool:each_run
                      parameters: {parameter.text: string}
                      steps:
                        - setBody: {simple: 'run ${exchangeId}'}
                - route:
                    id: slow
                    from:
                      uri: ai-tool:slow
                      parameters: {timeout: 60s}
                      steps:
                        - delay: {constant: 3000}
                        - setBody: {constant: late}
                - route:
                    id: talkative
                    from:
                      uri: ai-tool:talkative
                      steps:
                        - to: log:talkative?level=WARN
                        - setBody: {constant: said}
                """);
        gateway = StdioGateway.start(routes, "--caravan.http.port=" + PORT, "--caravan.http.max-body=100KB");
    }

    /** Reads what the class before has left unread. */
    private static void passOver() throws Exception {
        gateway.send(call(999, "nothing", "{}")).answer(999);
    }

    static String call(int id, String tool, String arguments) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"tools/call\",\"params\":{\"name\":\"" + tool + "\",\"arguments\":"
                + arguments + "," + MODERN + "}}";
    }

    static String legacy(int id, String method, String params) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"" + method + "\",\"params\":" + params + "}";
    }
}
