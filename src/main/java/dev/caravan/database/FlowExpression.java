package dev.caravan.database;

import org.apache.camel.Exchange;
import org.apache.camel.Expression;

/**
 * Computes a value for a step of a flow. The flow names the expression in YAML as {@code ref}. Unlike {@code method}, it uses no reflection and does
 * not copy the exchange. The queries of SQL databases and Redis use it because a call by key takes only about 30 µs. Camel finds the expression when it loads the
 * route.
 */
public final class FlowExpression implements Expression {

    private final Source source;

    /** Computes the value. */
    public interface Source {

        Object of(Exchange exchange) throws Exception;
    }

    public FlowExpression(Source source) {
        this.source = source;
    }

    /** Returns the value. If the source throws, the exception becomes the exchange's exception, as in Camel's own expressions. */
    @Override
    public <T> T evaluate(Exchange exchange, Class<T> type) {
        try {
            Object value = source.of(exchange);
            return value == null || type.isInstance(value) ? type.cast(value) : exchange.getContext().getTypeConverter().mandatoryConvertTo(type, exchange, value);
        } catch (Exception e) {
            exchange.setException(e);
            return null;
        }
    }
}
