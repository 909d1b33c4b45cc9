package dev.caravan.database;

import org.apache.camel.Exchange;
import org.apache.camel.Expression;

/**
 * Computes a value for a step of a flow, which names it in YAML as {@code ref}. It costs no reflection and no copy of the exchange, unlike
 * {@code method}; the flows of SQL databases use it, since a call by key takes some 30 µs. Camel finds it when the route is loaded.
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

    /** Returns the value. What the source throws becomes the exchange's exception, as Camel's own expressions do it. */
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
