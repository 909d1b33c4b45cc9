package dev.caravan.bus;

import dev.caravan.mcp.McpRequest;
import dev.caravan.observe.Refusals;
import dev.caravan.security.Admission;
import dev.caravan.security.Caller;
import dev.caravan.security.HttpRefusal;
import dev.caravan.security.RequestHeaders;
import dev.caravan.security.Right;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.support.DefaultMessage;
import org.springframework.stereotype.Component;

/**
 * Turns a {@link BusMessage} into the request for {@code direct:mcp}. The rules for callers and rates are those of HTTP. A refused sender
 * gets the refusal as the answer.
 */
@OnBus
@Component("admitMessage")
record AdmitMessage(Admission admission, Deliveries deliveries, BusProperties properties) implements Processor {

    /** The endpoint in challenges, the same as for these requests over HTTP. */
    private static final String ENDPOINT = "/mcp";

    @Override
    public void process(Exchange exchange) {
        BusMessage message = BusMessage.of(exchange);
        if (message.isExpired()) {
            exchange.setProperty(BusMessage.END, "expired");
            exchange.setRouteStop(true); // nobody waits for its answer
            return;
        }
        exchange.getExchangeExtension().setTransacted(message.traceable()); // JMS: all steps run on the thread that received it
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        headers.putAll(message.headers());
        String instance = take(headers, properties.instanceHeader());
        List<String> toolsets = Stream.of(properties.toolset().strip(), take(headers, properties.toolsetHeader()))
                .filter(name -> name != null && !name.isEmpty()).toList();
        String ownId = take(headers, properties.messageId());
        if (instance != null) {
            exchange.setProperty(McpRequest.API_KEY, instance);
        }
        exchange.setProperty(McpRequest.TOOLSETS, toolsets);
        String user = take(headers, properties.userHeader());
        if (user != null && properties.users().containsKey(user) && !headers.containsKey("Authorization")) {
            headers.putIfAbsent("X-API-Key", properties.users().get(user));
        }
        Caller caller = null;
        try {
            caller = admission.identify(new Admission.Request(new BusRequestHeaders(headers), ENDPOINT, instance != null, message.source()),
                    Right.ENTER);
            admission.permit(caller, Right.ENTER, ENDPOINT);
        } catch (HttpRefusal refusal) {
            // wrong credentials are refused for good, however many there were: they must not hold up other senders
            exchange.setProperty(Caller.REFUSAL,
                    caller == null && refusal.status() == 429 ? new HttpRefusal(401, refusal.getMessage()) : refusal);
        }
        if (caller != null) {
            exchange.setProperty(Caller.PROPERTY, caller);
            exchange.setProperty(Refusals.CALLER, caller.name());
        }
        deliveries.open(exchange, ownId, caller == null ? headers.get("X-User-Id") : caller.name(), instance);
        DefaultMessage request = new DefaultMessage(exchange);
        request.getHeaders().putAll(headers);
        request.setBody(message.body());
        exchange.setMessage(request);
    }

    private static String take(Map<String, String> headers, String name) {
        String value = headers.remove(name);
        return value == null || value.isBlank() ? null : value.strip();
    }

    /** The headers of a message. */
    private record BusRequestHeaders(Map<String, String> headers) implements RequestHeaders {

        @Override
        public List<String> values(String name) {
            return headers.containsKey(name) ? List.of(headers.get(name)) : List.of();
        }

        @Override
        public void remove(String name) {
            headers.remove(name);
        }
    }
}
