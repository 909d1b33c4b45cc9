package dev.caravan.rest;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.envelope.Text;
import dev.caravan.observe.Refusals;
import dev.caravan.security.Caller;
import dev.caravan.security.FailedLogins;
import dev.caravan.security.HttpRefusal;
import java.util.Optional;
import org.apache.camel.Exchange;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Writes the answer to a REST request, {@code {code, message, data}}, with fresh headers. */
@Component("restReply")
public record RestReply(ObjectMapper mapper, Refusals refusals, FailedLogins wrongKeys) {

    static final String TAG = "ETag";
    /** Exchange property with the HTTP status of a success; 200 if it is not set. */
    static final String STATUS = "restStatus";
    /** Exchange property with the name of a {@link RestError}, for routes that decide what an exception means. */
    static final String ERROR = "restError";

    private static final Logger LOG = LoggerFactory.getLogger(RestReply.class);

    /** Answers with the body as data. For a part of a list, the message says whether more items exist. */
    public void data(Exchange exchange) throws JsonProcessingException {
        Object body = exchange.getMessage().getBody();
        Object content = body instanceof PageRequest.Part part ? part.items() : body;
        RestCall.ended(exchange, "OK");
        JsonNode data = content == null ? mapper.nullNode() : mapper.valueToTree(content);
        answer(exchange, exchange.getProperty(STATUS, 200, Integer.class), 0,
                body instanceof PageRequest.Part part ? part.message() : PageRequest.OK, data);
        if (body instanceof Tagged thing) {
            exchange.getMessage().setHeader(TAG, '"' + thing.tag() + '"');
        }
    }

    /** Answers with the body itself, a whole JSON document. */
    public void document(Exchange exchange) throws JsonProcessingException {
        RestCall.answer(exchange, 200, mapper.writeValueAsBytes(exchange.getMessage().getBody(JsonNode.class)));
    }

    /** Answers that the address does not exist. */
    public void nowhere(Exchange exchange) throws JsonProcessingException {
        fail(exchange, RestError.NOT_FOUND, Text.of("rest.nowhere"));
    }

    /** Answers with the failure that the exception means. An unexpected exception is only logged; the caller gets a general message. */
    public void failure(Exchange exchange) throws JsonProcessingException {
        Exception cause = exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Exception.class);
        if (cause instanceof RestFailure failure) {
            Optional<HttpRefusal> tooMany = failure.error() == RestError.NO_SUCH_INSTANCE
                    ? wrongKeys.count(exchange.getProperty(Caller.ADDRESS, String.class)) : Optional.empty();
            fail(exchange, tooMany.isPresent() ? RestError.TOO_MANY_REQUESTS : failure.error(),
                    tooMany.map(HttpRefusal::text).orElse(failure.text()));
            tooMany.ifPresent(refusal -> exchange.getMessage().getHeaders().putAll(refusal.headers()));
            return;
        }
        String named = exchange.getProperty(ERROR, String.class);
        if (named != null) {
            fail(exchange, RestError.valueOf(named), Text.of(cause));
            return;
        }
        LOG.error("REST request failed route={}", exchange.getFromRouteId(), cause);
        fail(exchange, RestError.INTERNAL, Text.of("rest.internal"));
    }

    private void fail(Exchange exchange, RestError error, Text message) throws JsonProcessingException {
        RestCall.failed(exchange, refusals, "REST_" + error.code());
        answer(exchange, error.status(), error.code(), message, mapper.nullNode());
        if (error == RestError.UNAVAILABLE) {
            exchange.getMessage().setHeader("Retry-After", "1");
        }
    }

    private void answer(Exchange exchange, int status, int code, Text message, JsonNode data) throws JsonProcessingException {
        ObjectNode envelope = mapper.createObjectNode().put("code", code)
                .put("message", message.in(Text.locale(exchange.getMessage().getHeader("Accept-Language", String.class))));
        RestCall.answer(exchange, status, mapper.writeValueAsBytes(envelope.set("data", data)));
    }
}
