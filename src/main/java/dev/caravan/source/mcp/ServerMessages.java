package dev.caravan.source.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.mcp.LogLevel;
import dev.caravan.mcp.input.ClientInput;
import dev.caravan.mcp.input.InputRequest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handles what a server sends besides answers: notifications, and questions to the client. Each goes to the call that it belongs to.
 */
final class ServerMessages {

    private static final Logger LOG = LoggerFactory.getLogger(ServerMessages.class);
    /** A call waits no longer for the server to take a log level. */
    private static final Duration LONGEST = Duration.ofSeconds(2);

    private final String name;
    private final UpstreamConnection.Events events;
    private final Set<String> subscribed;
    private final Function<ObjectNode, CompletableFuture<?>> answers;
    private final Function<ObjectNode, CompletableFuture<?>> levels;
    /** Calls that run now, by progress token. */
    private final Map<String, CallRelay.RunningCall> running = new ConcurrentHashMap<>();
    /** The request for log messages; null if no client has asked for them. */
    private CompletableFuture<?> asked;

    /**
     * @param subscribed URIs of the resources whose updates the events get
     * @param answers    sends an answer to the server
     * @param levels     sends a log level to the server
     */
    ServerMessages(String name, UpstreamConnection.Events events, Set<String> subscribed,
            Function<ObjectNode, CompletableFuture<?>> answers, Function<ObjectNode, CompletableFuture<?>> levels) {
        this.name = name;
        this.events = events;
        this.subscribed = subscribed;
        this.answers = answers;
        this.levels = levels;
    }

    void begin(CallRelay.RunningCall call) {
        running.put(call.token(), call);
    }

    void end(CallRelay.RunningCall call) {
        running.remove(call.token());
    }

    /** @param own call on whose stream the message came; null if it came on none */
    void take(ObjectNode message, CallRelay.RunningCall own) {
        try {
            handle(message, own);
        } catch (RuntimeException e) {
            LOG.debug("Upstream message not handled server={}", name, e);
        }
    }

    private void handle(ObjectNode message, CallRelay.RunningCall own) {
        JsonNode params = message.path("params");
        switch (message.path("method").asText()) {
            case "notifications/progress" -> {
                CallRelay.RunningCall call = running.get(params.path("progressToken").asText());
                if (call != null) {
                    call.relay().tell(params);
                }
            }
            case "notifications/message" -> {
                CallRelay.RunningCall call = call(own);
                if (call != null) {
                    call.relay().log(name, params);
                }
            }
            case "notifications/tools/list_changed", "notifications/resources/list_changed", "notifications/prompts/list_changed" ->
                    events.changed().run();
            case "notifications/resources/updated" -> {
                if (subscribed.contains(params.path("uri").asText())) {
                    events.updated().accept(params.path("uri").asText());
                }
            }
            default -> {
                if (message.has("id")) {
                    answer(message, call(own));
                }
            }
        }
    }

    /**
     * Returns the call on whose stream the message came. Without such a stream, returns the only running call of a client, and null while
     * several run: a log message or question does not name its call. The gateway's own requests, such as for lists, get none.
     */
    private CallRelay.RunningCall call(CallRelay.RunningCall own) {
        if (own != null) {
            return own;
        }
        List<CallRelay.RunningCall> all = running.values().stream().filter(call -> !call.isLeft())
                .filter(call -> call.relay() != CallRelay.NOBODY).toList();
        return all.size() == 1 ? all.get(0) : null;
    }

    private void answer(ObjectNode asked, CallRelay.RunningCall call) {
        String method = asked.path("method").asText();
        if (InputRequest.InputKind.of(method).isEmpty()) {
            send(asked, method.equals("ping") ? ModernSession.answer(ServerSession.params())
                    : ModernSession.error(-32601, "Method not found: " + method));
            return;
        }
        CompletableFuture<Map<String, ObjectNode>> answer = call == null ? CompletableFuture.failedFuture(
                        new IllegalStateException("The gateway can't tell which of its calls this question belongs to"))
                : call.relay().ask(Map.of(method, asked));
        answer.whenComplete((given, failure) -> {
            if (failure != null && UpstreamConnection.root(failure) instanceof ClientInput.InputRequiredException) {
                call.leave();
            }
            send(asked, failure == null ? ModernSession.answer(given.get(method))
                    : ModernSession.error(-32603, String.valueOf(UpstreamConnection.root(failure).getMessage())));
        });
    }

    private void send(ObjectNode asked, ObjectNode answer) {
        answers.apply(answer.put("jsonrpc", "2.0").set("id", asked.get("id"))).exceptionally(unsent -> {
            LOG.debug("Answer to upstream server not sent server={}", name, unsent);
            return null;
        });
    }

    /**
     * Asks the server for all log messages, once. The gateway filters them for each client, as it does for a server of MCP 2026-07-28.
     *
     * @return completes when the server has answered, also if it refused the level
     */
    synchronized CompletableFuture<?> askForLogs() {
        if (asked == null) {
            asked = levels.apply(ServerSession.params().put("level", LogLevel.DEBUG.word()))
                    .orTimeout(LONGEST.toMillis(), TimeUnit.MILLISECONDS).handle((taken, refused) -> {
                if (refused != null) {
                    LOG.debug("Upstream log level not set server={}", name, refused);
                }
                return null;
            });
        }
        return asked;
    }

    /** The server has lost its session, and with it the level of log messages. */
    synchronized void forgetLogs() {
        asked = null;
    }
}
