package dev.caravan.call;

import java.util.Map;
import org.apache.camel.Exchange;

/** What leaves an audit event when it ends; exchange property {@value #PROPERTY}. */
public interface Audited {

    String PROPERTY = "audited";

    static Audited of(Exchange exchange) {
        return exchange.getProperty(PROPERTY, Audited.class);
    }

    CallContext context();

    /** What was asked for, as members of the event: names and hashes, never content. */
    Map<String, Object> subject();

    /** What metrics call it. */
    Metered metered();

    /** {@code OK}, or in one word why not. */
    String label();
}
