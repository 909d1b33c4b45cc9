package dev.caravan.call;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import org.apache.camel.Exchange;

/** What leaves an audit event when it ends; exchange property {@value #PROPERTY}. */
public interface Audited {

    String PROPERTY = "audited";

    static Audited of(Exchange exchange) {
        return exchange.getProperty(PROPERTY, Audited.class);
    }

    CallContext context();

    /** What was asked for, as members of the event: names, never content. */
    Map<String, Object> subject();

    /** Of which the event has the HMAC; null if there are none. */
    default JsonNode auditedArguments() {
        return null;
    }

    /** What metrics call it. */
    Metered metered();

    /** {@code OK}, or in one word why not. */
    String label();
}
