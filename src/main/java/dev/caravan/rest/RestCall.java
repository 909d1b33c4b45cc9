package dev.caravan.rest;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.call.Audited;
import dev.caravan.call.CallContext;
import dev.caravan.call.Metered;
import dev.caravan.call.ShownName;
import dev.caravan.observe.Refusals;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.camel.Exchange;

/** A request over REST that may change or run something, for its audit event. Requests that only read have no audit event. */
public record RestCall(CallContext context, Metered metered, Map<String, Object> subject, JsonNode auditedArguments,
        AtomicReference<String> outcome) implements Audited {

    private static final int LONGEST = 128;
    /**
     * Path parameter with the key of an MCP instance. Whoever has the key may call the instance, so the audit event has only its first
     * characters.
     */
    private static final String KEY = "api_key";
    /** As many characters as the owner sees in lists. */
    private static final int SHOWN_OF_KEY = 8;

    public RestCall(CallContext context, Metered metered, Map<String, Object> subject, JsonNode auditedArguments) {
        this(context, metered, subject, auditedArguments, new AtomicReference<>("INTERNAL_ERROR"));
    }

    /** Makes the subject of the route and its path parameters: {@code {rest: id of the route, …}}. */
    static RestCall of(Exchange exchange, RestRequest request) {
        String route = exchange.getFromRouteId();
        Map<String, Object> subject = new LinkedHashMap<>();
        subject.put("rest", route);
        request.path().forEach((name, text) -> subject.put(name, ShownName.of(text, name.equals(KEY) ? SHOWN_OF_KEY : LONGEST)));
        return new RestCall(CallContext.ofHeaders(exchange), new Metered(Metered.Kind.REST, route), subject, request.body());
    }

    /** Answers with JSON and fresh headers. */
    public static void answer(Exchange exchange, int status, byte[] json) {
        exchange.getMessage().setBody(json);
        exchange.getMessage().setHeaders(new HashMap<>(Map.of(
                Exchange.HTTP_RESPONSE_CODE, status, Exchange.CONTENT_TYPE, "application/json", "Cache-Control", "no-store")));
    }

    /** Reports a failed request. */
    public static void failed(Exchange exchange, Refusals refusals, String label) {
        ended(exchange, label);
        refusals.tell(exchange, String.valueOf(exchange.getFromRouteId()), label);
    }

    /** Reports the outcome of an audited request. */
    public static void ended(Exchange exchange, String label) {
        if (Audited.of(exchange) instanceof RestCall call) {
            call.outcome.set(label);
        }
    }

    @Override
    public String label() {
        return outcome.get();
    }
}
