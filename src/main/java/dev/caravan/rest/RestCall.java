package dev.caravan.rest;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.call.Audited;
import dev.caravan.call.CallContext;
import dev.caravan.call.Metered;
import dev.caravan.call.ShownName;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.camel.Exchange;

/** A request over REST that may change something or runs something, as its audit event has it. Those that only read leave none. */
public final class RestCall implements Audited {

    private static final int LONGEST = 128;
    /** In the path of an MCP instance: who has it may call the instance. */
    private static final String KEY = "api_key";
    /** As much of it as its owner is shown. */
    private static final int SHOWN_OF_KEY = 8;

    private final CallContext context;
    private final String route;
    private final Map<String, Object> subject = new LinkedHashMap<>();
    private final JsonNode body;
    private volatile String label = "INTERNAL_ERROR";

    /** @param path {name in the path template: text} */
    RestCall(CallContext context, String route, Map<String, String> path, JsonNode body) {
        this.context = context;
        this.route = route;
        subject.put("rest", route);
        path.forEach((name, text) -> subject.put(name, ShownName.of(text, name.equals(KEY) ? SHOWN_OF_KEY : LONGEST)));
        this.body = body;
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

    /** {@code {rest: id of the route, …what its path says}} */
    @Override
    public Map<String, Object> subject() {
        return subject;
    }

    @Override
    public JsonNode auditedArguments() {
        return body;
    }

    @Override
    public Metered metered() {
        return Metered.rest(route);
    }

    @Override
    public String label() {
        return label;
    }
}
