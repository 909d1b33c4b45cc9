package dev.caravan.rest;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.call.Audited;
import dev.caravan.call.CallContext;
import dev.caravan.call.Metered;
import dev.caravan.call.ShownName;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.camel.Exchange;

/** A request over REST that may change or run something, for its audit event. Requests that only read have no audit event. */
public final class RestCall implements Audited {

    private static final int LONGEST = 128;
    /**
     * Path parameter with the key of an MCP instance. Whoever has the key may call the instance, so the audit event has only its first
     * characters.
     */
    private static final String KEY = "api_key";
    /** As many characters as the owner sees in lists. */
    private static final int SHOWN_OF_KEY = 8;

    private final CallContext context;
    private final Metered metered;
    private final Map<String, Object> subject;
    private final JsonNode arguments;
    private volatile String label = "INTERNAL_ERROR";

    /** @param subject members of the audit event that say what the request is about */
    public RestCall(CallContext context, Metered metered, Map<String, Object> subject, JsonNode arguments) {
        this.context = context;
        this.metered = metered;
        this.subject = subject;
        this.arguments = arguments;
    }

    /** Makes the subject of the route and its path parameters: {@code {rest: id of the route, …}}. */
    static RestCall of(Exchange exchange, RestRequest request) {
        String route = exchange.getFromRouteId();
        Map<String, Object> subject = new LinkedHashMap<>();
        subject.put("rest", route);
        request.path().forEach((name, text) -> subject.put(name, ShownName.of(text, name.equals(KEY) ? SHOWN_OF_KEY : LONGEST)));
        return new RestCall(CallContext.ofHeaders(exchange), Metered.rest(route), subject, request.body());
    }

    /** Reports the outcome of an audited request. */
    public static void ended(Exchange exchange, String label) {
        if (Audited.of(exchange) instanceof RestCall call) {
            call.label = label;
        }
    }

    @Override
    public CallContext context() {
        return context;
    }

    @Override
    public Map<String, Object> subject() {
        return subject;
    }

    @Override
    public JsonNode auditedArguments() {
        return arguments;
    }

    @Override
    public Metered metered() {
        return metered;
    }

    @Override
    public String label() {
        return label;
    }
}
