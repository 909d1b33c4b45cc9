package dev.caravan.mcp.input;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.mcp.McpException;
import dev.caravan.mcp.McpRequest;
import dev.caravan.mcp.session.HmacSigner;
import dev.caravan.mcp.session.Session;
import dev.caravan.store.NodeMessaging;
import dev.caravan.store.StoreException;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/**
 * Holds this gateway's open questions to clients ({@code caravan.mcp.questions} counts them), and forwards responses to the gateway that
 * asked. The id of a question names that gateway and is signed for the session. A response from another session, or to an unknown question,
 * is dropped.
 */
@Component
class Questions {

    private static final String PURPOSE = "question";
    private static final String MAIL = "response";

    private final HmacSigner signer;
    private final NodeMessaging messaging;
    private final ObjectMapper mapper;
    private final Map<String, CompletableFuture<ObjectNode>> open = new ConcurrentHashMap<>();

    Questions(HmacSigner signer, NodeMessaging messaging, ObjectMapper mapper, MeterRegistry meters) {
        this.signer = signer;
        this.messaging = messaging;
        this.mapper = mapper;
        meters.gauge("caravan.mcp.questions", open, Map::size);
        messaging.read(MAIL, this::forwarded);
    }

    /** Registers a question and returns its id. The response completes the future. */
    String open(Session session, CompletableFuture<ObjectNode> response) {
        String name = messaging.address() + "." + UUID.randomUUID();
        String id = name + "." + signer.shortMark(PURPOSE, session.id(), name);
        open.put(id, response);
        return id;
    }

    void forget(String id) {
        open.remove(id);
    }

    /**
     * Handles a client's response: {@code {id, result|error}}.
     *
     * @throws McpException if another gateway waits for it and can't be reached now
     */
    void answered(Session session, ObjectNode response) throws McpException {
        String id = response.path("id").asText();
        int mark = id.lastIndexOf('.');
        if (mark < 0 || !signer.isGenuine(id.substring(mark + 1), PURPOSE, session.id(), id.substring(0, mark))) {
            return;
        }
        String gateway = id.substring(0, id.indexOf('.'));
        if (gateway.equals(messaging.address())) {
            take(response);
            return;
        }
        try {
            messaging.send(gateway, MAIL, response.toString());
        } catch (StoreException e) {
            throw McpException.unavailable("The gateway that asked can't be reached now. Send the response again later");
        }
    }

    /** Fails open questions at once when the gateway stops, so that the stop doesn't wait for clients. */
    @EventListener
    void leave(ContextClosedEvent closing) {
        open.values().forEach(waiting -> waiting.completeExceptionally(new InputException(InputException.Reason.GONE, "")));
        open.clear();
    }

    private void forwarded(String response) {
        try {
            take((ObjectNode) mapper.readTree(response));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("Another gateway forwarded invalid JSON", e);
        }
    }

    private void take(JsonNode response) {
        CompletableFuture<ObjectNode> waiting = open.remove(response.get("id").textValue());
        if (waiting != null) {
            waiting.complete((ObjectNode) response);
        }
    }

    /** Delivers a legacy client's response to the question's sender. A response without a session is dropped. */
    @Component("takeResponse")
    record TakeResponse(Questions questions) implements Processor {

        @Override
        public void process(Exchange exchange) throws McpException {
            Session session = Session.of(exchange);
            if (session != null) {
                questions.answered(session, McpRequest.of(exchange).params());
            }
        }
    }
}
