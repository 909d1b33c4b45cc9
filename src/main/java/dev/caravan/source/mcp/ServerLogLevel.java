package dev.caravan.source.mcp;

import dev.caravan.mcp.LogLevel;
import io.modelcontextprotocol.client.McpAsyncClient;
import io.modelcontextprotocol.spec.McpSchema.LoggingLevel;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * The log level of a server on one connection. Several clients may share the connection, so the server gets the most talkative level that they have asked
 * for, and keeps its own until a client asks. The gateway filters the messages for each client.
 */
final class ServerLogLevel {

    private static final Logger LOG = LoggerFactory.getLogger(ServerLogLevel.class);
    /** A call waits no longer for the server to take the level. */
    private static final Duration LONGEST = Duration.ofSeconds(2);

    private final String name;
    private final McpAsyncClient client;
    private final Supplier<LogLevel> wanted;
    private LogLevel level;
    private CompletableFuture<Object> sending = CompletableFuture.completedFuture("");

    /** @param wanted returns the level that clients of running calls have asked for; null if none has */
    ServerLogLevel(String name, McpAsyncClient client, Supplier<LogLevel> wanted) {
        this.name = name;
        this.client = client;
        this.wanted = wanted;
    }

    /** Sends the level if the server has another one. Completes when the server has answered, also if it refused the level. */
    synchronized Mono<Void> set() {
        LogLevel asked = wanted.get();
        LogLevel next = asked == null && level != null ? LogLevel.DEFAULT : asked;
        if (next != null && next != level) {
            level = next;
            sending = client.setLoggingLevel(LoggingLevel.valueOf(next.name())).cast(Object.class).timeout(LONGEST).subscribeOn(Schedulers.boundedElastic())
                    .onErrorResume(refused -> {
                        LOG.debug("Upstream log level not set server={} level={}", name, next, refused);
                        return Mono.empty();
                    }).toFuture();
        }
        return Mono.fromFuture(sending, true).then();
    }

    /** The server has lost its session, and with it the level. */
    synchronized void forget() {
        level = null;
    }
}
