package dev.caravan.call.client;

import dev.caravan.call.Progress;
import java.math.BigDecimal;
import org.apache.camel.Exchange;
import org.apache.camel.Expression;

/** Implements {@code mcp:progress}: sends the progress of the call if the client asked for it. */
final class ProgressStep implements McpStep.Now {

    private final Expression progress;
    private final Expression total;
    private final Expression message;

    ProgressStep(Options options) {
        this.progress = options.required("progress");
        this.total = options.expression("total");
        this.message = options.expression("message");
    }

    @Override
    public void process(Exchange exchange) {
        Progress told = exchange.getProperty(Progress.PROPERTY, Progress.class);
        if (told != null) {
            told.reached(number("progress", progress, exchange), total == null ? null : number("total", total, exchange),
                    message == null ? null : message.evaluate(exchange, String.class));
        }
    }

    private static BigDecimal number(String option, Expression expression, Exchange exchange) {
        String text = expression.evaluate(exchange, String.class);
        try {
            return new BigDecimal(String.valueOf(text).strip());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("mcp:progress: " + option + " must be a number, got " + text, e);
        }
    }
}
