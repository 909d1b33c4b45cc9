package dev.caravan.call.client;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.call.JsonValues;
import dev.caravan.mcp.input.InputKind;
import org.apache.camel.Exchange;

/** Implements {@code mcp:roots}: asks for the folders that the client works in. */
final class RootsStep extends AskStep {

    RootsStep(Options options) {
        super(InputKind.ROOTS, options);
    }

    @Override
    ObjectNode params(Exchange exchange) {
        return JsonNodeFactory.instance.objectNode();
    }

    /** Returns a list of {@code {uri, name?}}. */
    @Override
    Object body(ObjectNode answer, Exchange exchange) {
        return JsonValues.map(answer).get("roots");
    }
}
