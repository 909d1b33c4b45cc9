package dev.caravan.call.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.call.InlineJson;
import dev.caravan.call.JsonValues;
import org.apache.camel.Exchange;
import org.apache.camel.support.CamelContextHelper;

/** The params of a question that the route provides as body. */
record Params(String step) {

    /** Reads the body: a map, or JSON as text. */
    ObjectNode ofBody(Exchange exchange) {
        Object body = exchange.getMessage().getBody();
        JsonNode given = body instanceof String text ? InlineJson.object(step + ": the body", text)
                : CamelContextHelper.mandatoryFindSingleByType(exchange.getContext(), JsonValues.class).json(body);
        if (!(given instanceof ObjectNode params)) {
            throw new IllegalArgumentException(step + " requires the option message, or params as body");
        }
        return params;
    }
}
