package dev.caravan.call;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.camel.Exchange;
import org.apache.camel.Message;

/** Holds the caller's headers that routes may pass on to services. Exchange property {@value #PROPERTY} of a tool's route. */
public final class PassedHeaders {

    public static final String PROPERTY = "passedHeaders";

    /** The header with the account id that services are told, beside the one with its type. */
    public static final String ACCOUNT_ID = "x-account-id";
    public static final String ACCOUNT_TYPE = "x-account-type";
    /** The exchange property of the entry with the account of a caller who may name no other, {header: value}. Absent if the caller may. */
    public static final String OWN_ACCOUNT = "ownAccount";

    private static final List<String> NAMES =
            List.of(ACCOUNT_ID, ACCOUNT_TYPE, "authorization", "x-business-domain", "traceparent", "accept-language");

    private PassedHeaders() {
    }

    /** Returns {name in lower case: value} of these headers. Values with control characters, which the bus allows, are dropped. */
    public static Map<String, String> of(Message message) {
        Map<String, String> headers = new TreeMap<>();
        for (String name : NAMES) {
            String value = message.getHeader(name, String.class);
            if (value != null && !value.isBlank() && value.chars().noneMatch(Character::isISOControl)) {
                headers.put(name, value);
            }
        }
        return headers;
    }

    /** Returns the headers of the call that the exchange belongs to. */
    @SuppressWarnings("unchecked")
    public static Map<String, String> of(Exchange exchange) {
        return exchange.getProperty(PROPERTY, Map.of(), Map.class);
    }
}
