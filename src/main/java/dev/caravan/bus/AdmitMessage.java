package dev.caravan.bus;

import dev.caravan.call.Redelivery;
import dev.caravan.mcp.AnswerStream;
import dev.caravan.mcp.McpRequest;
import dev.caravan.mcp.OpenAnswer;
import dev.caravan.mcp.ServerMessage;
import dev.caravan.observe.Refusals;
import dev.caravan.security.Admission;
import dev.caravan.security.Caller;
import dev.caravan.security.HttpRefusal;
import dev.caravan.security.RequestHeaders;
import dev.caravan.security.Right;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.support.DefaultMessage;
import org.apache.commons.codec.digest.DigestUtils;
import org.springframework.stereotype.Component;

/**
 * Turns a {@link BusMessage} into the request for {@code direct:mcp}. The rules for callers and rates are those of HTTP. A refused sender
 * gets the refusal as the answer.
 */
@OnBus
@Component("admitMessage")
record AdmitMessage(Admission admission, BusProperties properties) implements Processor {

    /** The endpoint in challenges, the same as for these requests over HTTP. */
    private static final String ENDPOINT = "/mcp";

    @Override
    public void process(Exchange exchange) {
        BusMessage message = BusMessage.of(exchange);
        if (exchange.getIn().getHeader(Exchange.REDELIVERY_COUNTER) != null && message.isExpired()) {
            exchange.setRouteStop(true);
            return;
        }
        exchange.getExchangeExtension().setTransacted(message.flagged()); // JMS: all steps run on the thread that received it
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        headers.putAll(message.headers());
        String instance = take(headers, properties.instanceHeader());
        List<String> toolsets = Stream.of(properties.toolset().strip(), take(headers, properties.toolsetHeader()))
                .filter(name -> name != null && !name.isEmpty()).toList();
        String ownId = take(headers, properties.messageId());
        exchange.setProperty(McpRequest.API_KEY, instance);
        exchange.setProperty(McpRequest.TOOLSETS, toolsets);
        String user = take(headers, properties.userHeader());
        if (user != null && properties.users().containsKey(user) && !headers.containsKey("Authorization")) {
            headers.putIfAbsent("X-API-Key", properties.users().get(user));
        }
        Caller caller = null;
        try {
            caller = admission.identify(new Admission.Request(RequestHeaders.of(headers), ENDPOINT, instance != null, message.source()),
                    Right.ENTER);
            admission.permit(caller, Right.ENTER, ENDPOINT);
        } catch (HttpRefusal refusal) {
            // wrong credentials are refused for good, however many there were: they must not hold up other senders
            exchange.setProperty(Caller.REFUSAL,
                    caller == null && refusal.status() == 429 ? new HttpRefusal(401, refusal.getMessage()) : refusal);
        }
        exchange.setProperty(Caller.PROPERTY, caller);
        exchange.setProperty(Refusals.CALLER, caller == null ? null : caller.name());
        open(exchange, message, ownId, (caller == null ? headers.get("X-User-Id") : caller.name()) + "\0" + instance + "\0");
        DefaultMessage request = new DefaultMessage(exchange);
        request.getHeaders().putAll(headers);
        request.setBody(message.body());
        exchange.setMessage(request);
    }

    /**
     * Opens a delivery of the message. The key of its calls has its queue, id, sender and payload, so that nobody can get another sender's
     * answer by choosing an id.
     *
     * @param ownId  the sender's message id; null means the broker's id. Without either, only the broker's flag tells a repetition
     * @param sender tells the sender from others
     */
    private static void open(Exchange exchange, BusMessage message, String ownId, String sender) {
        String id = ownId != null ? "own:" + ownId : message.id() != null ? "broker:" + message.id() : null;
        MessageDigest digest = DigestUtils.updateDigest(DigestUtils.getSha256Digest(), message.source() + "\0" + id + "\0" + sender);
        String key = id == null ? null : HexFormat.of().formatHex(digest.digest(message.body()));
        new Redelivery(key, message.redelivered(), message.flagged()).leaveOn(exchange);
        exchange.setProperty(AnswerStream.PROPERTY, new Delivery());
        exchange.setProperty(AnswerStream.WAITER, sender + message.answers());
    }

    private static String take(Map<String, String> headers, String name) {
        String value = headers.remove(name);
        return value == null || value.isBlank() ? null : value.strip();
    }

    /** The answer to a message, which nothing precedes. */
    static final class Delivery extends OpenAnswer {

        /** Ends the delivery of an exchange. Returns false if its request is cancelled. */
        static boolean end(Exchange exchange) {
            Delivery delivery = exchange.getProperty(AnswerStream.PROPERTY, new Delivery(), Delivery.class);
            delivery.closeForAnswer();
            synchronized (delivery) {
                return !delivery.silent;
            }
        }

        @Override
        public void send(ServerMessage message) {
            // nothing precedes the answer
        }

        @Override
        public void interrupt(Duration after) {
            // there is no connection
        }
    }
}
