package dev.caravan.security;

import dev.caravan.GatewayLog;
import dev.caravan.OwnGateway;
import java.util.List;

/** A gateway without a database, with the repository's entries and tools of a test's own; it remembers what it logs. */
public final class LightGateway implements AutoCloseable {

    private final OwnGateway gateway;
    private final GatewayLog log;

    /** @param settings as {@code security.mode=none}, without {@code caravan.} */
    public LightGateway(List<String> tools, String... settings) {
        OwnGateway.Builder builder = OwnGateway.withEntries().settings(settings);
        for (int i = 0; i < tools.size(); i++) {
            builder.file("tool" + i, tools.get(i));
        }
        gateway = builder.start();
        log = GatewayLog.recordDebug();
    }

    public String url() {
        return gateway.url();
    }

    public int port() {
        return gateway.port();
    }

    <T> T bean(Class<T> type) {
        return gateway.bean(type);
    }

    /** All that was logged, down to debug, with stack traces and the audit events of all calls that have been answered. */
    String log() {
        return log.written(gateway.camel());
    }

    public static String tool(String name, String tags, String answer) {
        return """
                - route:
                    id: %1$s
                    from:
                      uri: ai-tool:%1$s
                      parameters:
                        description: A tool
                        tags: %2$s
                      steps:
                        - setBody:
                            simple: "%3$s"
                """.formatted(name, tags, answer);
    }

    @Override
    public void close() {
        gateway.close();
        log.close();
    }
}
