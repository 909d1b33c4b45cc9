package dev.caravan.call;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.camel.Exchange;
import org.apache.camel.Message;

/** Headers of a caller that routes may pass on to the services they ask; exchange property {@value #PROPERTY} of a tool's route. */
public final class PassedHeaders {

    public static final String PROPERTY = "passedHeaders";

    /** Whose account a service is told, and of which kind it is. */
    public static final String ACCOUNT_ID = "x-account-id";
    public static final String ACCOUNT_TYPE = "x-account-type";
    /** Exchange property of the entry: {header: value} of the account of a caller who may name no other; absent: the caller may. */
    public static final String OWN_ACCOUNT = "ownAccount";

    private static final List<String> NAMES = List.of(ACCOUNT_ID, ACCOUNT_TYPE, "authorization", "x-business-domain", "traceparent", "accept-language");

    private PassedHeaders() {
    }

    /** {name in lower case: value}, of those that the message has; a value with control characters, as a bus lets it have, is no header. */
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

    /** Of the call that the exchange of a tool's route is for. */
    @SuppressWarnings("unchecked")
    public static Map<String, String> of(Exchange exchange) {
        return exchange.getProperty(PROPERTY, Map.of(), Map.class);
    }
}
