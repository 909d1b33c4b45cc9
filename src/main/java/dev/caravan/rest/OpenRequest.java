package dev.caravan.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.caravan.call.Audited;
import dev.caravan.call.CallContext;
import dev.caravan.http.GuardedBinding;
import dev.caravan.json.MalformedJsonException;
import dev.caravan.json.StrictJson;
import java.util.Map;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.springframework.stereotype.Component;

/** Converts the body to a {@link RestRequest}. Prepares the audit event of a request that does more than read. */
@Component("openRequest")
record OpenRequest(StrictJson json) implements Processor {

    @Override
    @SuppressWarnings("unchecked")
    public void process(Exchange exchange) throws RestFailure {
        RestRequest request = new RestRequest(exchange.getProperty(CallContext.CALLER, String.class),
                exchange.getProperty(GuardedBinding.PATH, Map.class), exchange.getProperty(GuardedBinding.QUERY, Map.class),
                body(exchange.getMessage().getBody(byte[].class)),
                IfMatch.of(exchange.getMessage().getHeader("If-Match", String.class)));
        if (!"GET".equals(exchange.getMessage().getHeader(Exchange.HTTP_METHOD))) {
            exchange.setProperty(Audited.PROPERTY, RestCall.of(exchange, request));
        }
        exchange.getMessage().setBody(request);
    }

    private JsonNode body(byte[] bytes) throws RestFailure {
        try {
            return bytes == null || bytes.length == 0 ? JsonNodeFactory.instance.objectNode() : json.read(bytes);
        } catch (MalformedJsonException e) {
            throw RestError.BAD_REQUEST.of("rest.parse", e.getMessage());
        }
    }
}
