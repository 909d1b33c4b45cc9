package dev.caravan.call.client;

import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The steps of the conversation with the client, and the options of each. */
enum Operation {

    PROGRESS(ProgressStep::new, "progress", "total", "message"),
    LOG(LogStep::new, "level", "logger", "message"),
    ELICIT(ElicitStep::new, "key", "wait", "message", "requestedSchema", "url", "failOnDecline"),
    SAMPLE(SampleStep::new, "key", "wait", "message", "systemPrompt", "maxTokens"),
    ROOTS(RootsStep::new, "key", "wait"),
    PING(options -> new PingStep()),
    RECONNECT(ReconnectStep::new, "retry"),
    TASK(TaskStep::new, "required"),
    UPDATED(UpdatedStep::new, "uri");

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

    private String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** @throws IllegalArgumentException if the operation is unknown */
    static Operation of(String word) {
        return Arrays.stream(values()).filter(operation -> operation.word().equals(word)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("mcp:" + word + " must be one of "
                        + Arrays.stream(values()).map(operation -> "mcp:" + operation.word()).collect(Collectors.joining(", "))));
    }
}
