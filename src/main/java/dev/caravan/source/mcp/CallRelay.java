package dev.caravan.source.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.caravan.call.ClientLog;
import dev.caravan.call.Progress;
import dev.caravan.mcp.LogLevel;
import dev.caravan.mcp.McpException;
import dev.caravan.mcp.McpRequest;
import dev.caravan.mcp.input.ClientInput;
import dev.caravan.mcp.input.InputException;
import dev.caravan.mcp.input.InputRequest;
import dev.caravan.source.ForeignText;
import dev.caravan.source.oauth.CallerIdentity;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.apache.camel.Exchange;

/**
 * Relays messages and questions of an upstream server to the client, while the server runs one call of that client. A modern client answers
 * a question with its next request, which calls the server again. The current call of the server then ends without an answer.
 *
 * @param progress null if the client did not request progress
 * @param log      null if the client did not request log messages
 * @param input    null if the client can't be asked
 * @param client   tells the client from others; null if unknown
 * @param caller   whose token the call has, at a server that wants tokens of its callers
 */
record CallRelay(Progress progress, ClientLog log, ClientInput input, String client, CallerIdentity caller) {

    /** The relay of a request whose client hears and answers nothing. */
    static final CallRelay NOBODY = new CallRelay(null, null, null, null, CallerIdentity.GATEWAY);

    private static final int LONGEST_MESSAGE = 1_000;
    private static final int LONGEST_DATA = 10_000;

    static CallRelay of(Exchange exchange) {
        return new CallRelay(exchange.getProperty(Progress.PROPERTY, Progress.class),
                exchange.getProperty(ClientLog.PROPERTY, ClientLog.class), ClientInput.of(exchange),
                exchange.getProperty(McpRequest.CLIENT, String.class), CallerIdentity.of(exchange));
    }

    /** @param told params of {@code notifications/progress} */
    void tell(JsonNode told) {
        double reached = told.path("progress").asDouble(Double.NaN);
        double total = told.path("total").asDouble(Double.NaN);
        if (progress != null && Double.isFinite(reached)) {
            progress.reached(BigDecimal.valueOf(reached), Double.isFinite(total) ? BigDecimal.valueOf(total) : null,
                    shortened(told.path("message").textValue()));
        }
    }

    /**
     * Relays a log message to a client that has asked for its level. Others get none: messages of other servers may name hosts and
     * statements.
     *
     * @param told params of {@code notifications/message}
     */
    void log(String server, JsonNode told) {
        if (log != null && log.asked() != null) {
            String logger = told.path("logger").textValue();
            LogLevel.of(told.path("level").textValue()).ifPresent(
                    level -> log.write(level, logger == null ? server : server + "/" + shortened(logger), data(told.path("data"))));
        }
    }

    /** Returns the data without control characters. Data that is too long becomes a text, which is cut. */
    private static JsonNode data(JsonNode sent) {
        if (sent.isMissingNode()) {
            return NullNode.getInstance();
        }
        String text = sent.isTextual() ? sent.textValue() : sent.toString();
        return sent.isTextual() || text.length() > LONGEST_DATA ? TextNode.valueOf(ForeignText.clean(text, LONGEST_DATA))
                : ForeignText.withoutControls(sent);
    }

    /**
     * Asks the client several questions at once.
     *
     * @param questions {key of a question: method and params}
     * @return {key of a question: the client's answer}; fails if the client can't be asked, or must be asked in another request
     */
    CompletableFuture<Map<String, ObjectNode>> ask(Map<String, JsonNode> questions) {
        Map<String, ObjectNode> own = new LinkedHashMap<>();
        if (questions.isEmpty()) {
            return CompletableFuture.completedFuture(own);
        }
        try {
            Map<String, String> keys = new LinkedHashMap<>();
            for (Map.Entry<String, JsonNode> question : questions.entrySet()) {
                String method = question.getValue().path("method").asText();
                InputRequest.InputKind kind = InputRequest.InputKind.of(method)
                        .orElseThrow(() -> new IllegalStateException("The server asked for " + method + ", which is no input"));
                if (input == null) {
                    throw new IllegalStateException("The client of the call can't be asked");
                }
                ObjectNode params = question.getValue().get("params") instanceof ObjectNode given ? given : ServerSession.params();
                keys.put(question.getKey(), input.nextKey(kind));
                input.add(new InputRequest(keys.get(question.getKey()), kind, params, answer -> true));
            }
            return input.ask().thenApply(answers -> {
                keys.forEach((question, key) -> own.put(question, answers.get(key)));
                return own;
            });
        } catch (ClientInput.InputRequiredException | InputException | McpException | RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private static String shortened(String text) {
        return text == null ? null : ForeignText.clean(text, LONGEST_MESSAGE);
    }

    /** One request that runs at a server. */
    static final class RunningCall {

        private final CallRelay relay;
        private final String token = UUID.randomUUID().toString();
        private Consumer<String> canceller = reason -> { };
        private String cancelled;
        private volatile boolean left;

        /** @param relay receives the server's messages and questions */
        RunningCall(CallRelay relay) {
            this.relay = relay;
        }

        CallRelay relay() {
            return relay;
        }

        /** Returns the progress token. */
        String token() {
            return token;
        }

        /** Returns whether its client answers in another request, so that no message is for this call any more. */
        boolean isLeft() {
            return left;
        }

        void leave() {
            left = true;
        }

        /** Sets what tells the server that nobody waits for the answer any more, in place of the former one. */
        synchronized void onCancel(Consumer<String> next) {
            canceller = next;
            if (cancelled != null) {
                next.accept(cancelled);
            }
        }

        synchronized void cancel(String reason) {
            cancelled = reason;
            canceller.accept(reason);
        }

        synchronized boolean isCancelled() {
            return cancelled != null;
        }
    }
}
