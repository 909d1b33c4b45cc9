package dev.caravan.call.client;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.caravan.call.ClientLog;
import dev.caravan.call.Continuations;
import dev.caravan.call.JsonValues;
import dev.caravan.call.Options;
import dev.caravan.call.Progress;
import dev.caravan.envelope.ErrorCode;
import dev.caravan.envelope.Text;
import dev.caravan.envelope.ToolException;
import dev.caravan.mcp.AnswerStream;
import dev.caravan.mcp.LogLevel;
import dev.caravan.mcp.ResourceUpdates;
import dev.caravan.mcp.input.ClientInput;
import dev.caravan.mcp.input.InputException;
import dev.caravan.mcp.input.TaskInput;
import dev.caravan.mcp.task.TaskMethods;
import dev.caravan.mcp.task.TaskOffer;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.camel.AsyncCallback;
import org.apache.camel.Exchange;
import org.apache.camel.Expression;
import org.apache.camel.Processor;
import org.apache.camel.support.CamelContextHelper;

/**
 * One step of the conversation with the client. It is created with its endpoint, so that an invalid option stops the route from loading.
 */
interface McpStep {

    /** Runs the step like an {@code AsyncProcessor}. */
    boolean process(Exchange exchange, AsyncCallback callback) throws Exception;

    /** The steps, and the options of each. */
    enum Operation {

        PROGRESS(McpStep::progress, "progress", "total", "message"),
        LOG(McpStep::log, "level", "logger", "message"),
        ELICIT(Question::elicit, "key", "wait", "message", "requestedSchema", "url", "failOnDecline"),
        SAMPLE(Question::sample, "key", "wait", "message", "systemPrompt", "maxTokens"),
        ROOTS(Question::roots, "key", "wait"),
        PING(options -> McpStep::ping),
        RECONNECT(McpStep::reconnect, "retry"),
        TASK(McpStep::task, "required"),
        UPDATED(McpStep::updated, "uri");

        private final Function<Options, McpStep> maker;
        private final Set<String> options;

        Operation(Function<Options, McpStep> maker, String... options) {
            this.maker = maker;
            this.options = Set.of(options);
        }

        boolean takes(String option) {
            return options.contains(option) || this == ELICIT && option.startsWith("field.");
        }

        McpStep step(Options given) {
            return maker.apply(given);
        }

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** @throws IllegalArgumentException if the operation is unknown */
        static Operation of(String word) {
            return Arrays.stream(values()).filter(operation -> operation.word().equals(word)).findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("mcp:" + word + " must be one of "
                            + Arrays.stream(values()).map(operation -> "mcp:" + operation.word()).collect(Collectors.joining(", "))));
        }
    }

    /** Returns a step that does not wait. */
    private static McpStep now(Processor work) {
        return (exchange, callback) -> {
            work.process(exchange);
            callback.done(true);
            return true;
        };
    }

    /** Sends the progress of the call if the client asked for it. */
    private static McpStep progress(Options options) {
        Expression progress = options.required("progress");
        Expression total = options.expression("total");
        Expression message = options.expression("message");
        return now(exchange -> {
            Progress told = exchange.getProperty(Progress.PROPERTY, Progress.class);
            if (told != null) {
                told.reached(number("progress", progress, exchange), total == null ? null : number("total", total, exchange),
                        message == null ? null : message.evaluate(exchange, String.class));
            }
        });
    }

    private static BigDecimal number(String option, Expression expression, Exchange exchange) {
        String text = expression.evaluate(exchange, String.class);
        try {
            return new BigDecimal(String.valueOf(text).strip());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("mcp:progress: " + option + " must be a number, got " + text, e);
        }
    }

    /** Sends a message, or the body as JSON, to the client, unless the client's log level is higher. */
    private static McpStep log(Options options) {
        String word = options.text("level", LogLevel.INFO.word());
        LogLevel level = LogLevel.of(word)
                .orElseThrow(() -> new IllegalArgumentException("mcp:log: level must be one of " + LogLevel.words() + ", got " + word));
        String logger = options.text("logger");
        Expression message = options.expression("message");
        return now(exchange -> {
            ClientLog log = exchange.getProperty(ClientLog.PROPERTY, ClientLog.class);
            if (log != null && log.takes(level)) {
                log.write(level, logger, message != null ? TextNode.valueOf(String.valueOf(message.evaluate(exchange, String.class)))
                        : CamelContextHelper.mandatoryFindSingleByType(exchange.getContext(), JsonValues.class)
                        .json(exchange.getMessage().getBody()));
            }
        });
    }

    /** Waits until a legacy client answers. A modern client needs no ping, because its connection is open. */
    private static boolean ping(Exchange exchange, AsyncCallback callback) {
        ClientInput input = ClientInput.of(exchange);
        CompletableFuture<?> pong = input == null ? CompletableFuture.completedFuture(null) : input.ping();
        return Continuations.take(pong, exchange, callback, (answer, failed) -> {
            if (failed != null) {
                exchange.setException(failed instanceof InputException gone ? Question.failure(gone) : failed);
            }
        });
    }

    /** Closes the connection of the answer's stream. A client that supports it reconnects for the rest. */
    private static McpStep reconnect(Options options) {
        Duration retry = options.duration("retry");
        return now(exchange -> {
            AnswerStream stream = exchange.getProperty(AnswerStream.PROPERTY, AnswerStream.class);
            if (stream != null) {
                stream.interrupt(retry);
            }
        });
    }

    /**
     * Turns the call into a task if its client declares the tasks extension. The client gets its answer at once, and the route runs again
     * from its beginning. Otherwise the call continues, unless a task is {@code required}.
     */
    private static McpStep task(Options options) {
        boolean required = options.flag("required", false);
        return now(exchange -> {
            ClientInput input = ClientInput.of(exchange);
            if (input instanceof TaskInput) {
                return;
            }
            if (input instanceof TaskOffer offer) {
                try {
                    offer.begin();
                } catch (TaskOffer.TaskBegunException e) {
                    // no doCatch of the route may continue
                    exchange.setRouteStop(true);
                    throw e;
                }
            }
            if (required) {
                if (input != null && input.isModern() && !(input instanceof TaskOffer)) {
                    throw TaskMethods.TasksExtension.missing();
                }
                throw new ToolException(ErrorCode.UPSTREAM_ERROR, Text.of("task.required"));
            }
        });
    }

    /** Tells subscribed clients that the content of the resource {@code uri} has changed. */
    private static McpStep updated(Options options) {
        Expression uri = options.required("uri");
        return now(exchange -> exchange.getContext().getRegistry().findSingleByType(ResourceUpdates.class)
                .updated(uri.evaluate(exchange, String.class)));
    }
}
