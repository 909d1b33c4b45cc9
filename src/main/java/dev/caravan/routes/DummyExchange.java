package dev.caravan.routes;

import java.lang.reflect.Field;
import org.apache.camel.CamelContext;
import org.apache.camel.support.DefaultExchange;
import org.apache.camel.support.ExchangeHelper;

/**
 * Replaces Camel's dummy exchange, of which a JVM has one. Camel uses the dummy exchange to evaluate expressions while it loads a route, such as a
 * {@code choice} with {@code precondition}. The dummy exchange keeps the context that first used it. If that was a rehearsal's context, it has
 * stopped and has no type converter.
 */
final class DummyExchange {

    private static final String NAME = "DUMMY";

    private DummyExchange() {
    }

    /**
     * Replaces the dummy exchange by one of this context, unless it already belongs to this context.
     *
     * @throws IllegalStateException if Camel's {@code ExchangeHelper} lacks the field
     */
    static void giveTo(CamelContext context) {
        if (ExchangeHelper.getDummy(context).getContext() == context) {
            return;
        }
        try {
            Field dummy = ExchangeHelper.class.getDeclaredField(NAME);
            dummy.setAccessible(true);
            dummy.set(null, new DefaultExchange(context));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("Camel's ExchangeHelper has no field " + NAME + " any more", e);
        }
    }
}
