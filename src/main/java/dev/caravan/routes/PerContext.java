package dev.caravan.routes;

import java.util.function.Supplier;
import org.apache.camel.CamelContext;

/** Keeps one object of a type for each Camel context, so that a rehearsal never uses the live context's object. */
public final class PerContext {

    private PerContext() {
    }

    /** Returns the context's object, and creates it at the first call. */
    public static <T> T of(CamelContext context, Class<T> type, Supplier<T> maker) {
        var extension = context.getCamelContextExtension();
        T made = extension.getContextPlugin(type);
        if (made != null) {
            return made;
        }
        synchronized (extension) {
            T present = extension.getContextPlugin(type);
            if (present == null) {
                present = maker.get();
                extension.addContextPlugin(type, present);
            }
            return present;
        }
    }
}
