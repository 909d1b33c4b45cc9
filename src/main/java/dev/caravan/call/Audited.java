package dev.caravan.call;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import org.apache.camel.Exchange;

/** A call that writes an audit event when it ends. Exchange property {@value #PROPERTY}. */
public interface Audited {

    String PROPERTY = "audited";

    static Audited of(Exchange exchange) {
        return exchange.getProperty(PROPERTY, Audited.class);
    }

    CallContext context();

    /** Returns what was called, as members of the event: names, never content. */
    Map<String, Object> subject();

    /** Returns the arguments, whose HMAC the event contains; null if there are none. */
    default JsonNode auditedArguments() {
        return null;
    }

    /** Returns the name for metrics. */
    Metered metered();

    /** Returns {@code OK}, or the reason of the failure in one word. */
    String label();
}
