package dev.caravan.routes;

import java.util.function.Supplier;
import org.apache.camel.CamelContext;

/** What each Camel context has one of, so that a rehearsal's is never the live one's. */
public final class PerContext {

    private PerContext() {
    }

    /** The context's own, made at the first call. */
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
