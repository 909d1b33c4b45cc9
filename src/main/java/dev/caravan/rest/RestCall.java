package dev.caravan.rest;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.call.Audited;
import dev.caravan.call.CallContext;
import dev.caravan.call.Metered;
import dev.caravan.call.ShownName;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.camel.Exchange;

/** A request over REST that may change or run something, as its audit event has it. Those that only read leave none. */
public final class RestCall implements Audited {

    private static final int LONGEST = 128;
    /** In the path of an MCP instance: who has it may call the instance. */
    private static final String KEY = "api_key";
    /** As much of it as its owner is shown. */
    private static final int SHOWN_OF_KEY = 8;

    private final CallContext context;
    private final Metered metered;
    private final Map<String, Object> subject;
    private final JsonNode arguments;
    private volatile String label = "INTERNAL_ERROR";

    /** @param subject what was asked for, as members of the event */
    public RestCall(CallContext context, Metered metered, Map<String, Object> subject, JsonNode arguments) {
        this.context = context;
        this.metered = metered;
        this.subject = subject;
        this.arguments = arguments;
    }

    /** By its route and what stands in its path: {@code {rest: id of the route, …}}. */
    static RestCall of(Exchange exchange, RestRequest request) {
        String route = exchange.getFromRouteId();
        Map<String, Object> subject = new LinkedHashMap<>();
        subject.put("rest", route);
        request.path().forEach((name, text) -> subject.put(name, ShownName.of(text, name.equals(KEY) ? SHOWN_OF_KEY : LONGEST)));
        return new RestCall(CallContext.ofHeaders(exchange), Metered.rest(route), subject, request.body());
    }

    /** Tells what the request came to, if it is one that is audited. */
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
