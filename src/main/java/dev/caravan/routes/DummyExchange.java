package dev.caravan.routes;

import java.lang.reflect.Field;
import org.apache.camel.CamelContext;
import org.apache.camel.support.DefaultExchange;
import org.apache.camel.support.ExchangeHelper;

/**
 * Camel's dummy exchange, which a JVM has once. Camel evaluates with it what a route decides while it is loaded, such as a {@code choice} with
 * {@code precondition}. It belongs for good to the context that first needed it. A rehearsal's context stops, and has no type converter then.
 */
final class DummyExchange {

    private static final String NAME = "DUMMY";

    private DummyExchange() {
    }

    /** From now on the dummy exchange is one of this context. */
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
