package dev.caravan.call;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** Ends a call that came again with its idempotency key, with the first answer. */
final class EarlierAnswer extends Exception {

    private final transient ObjectNode result;

    EarlierAnswer(ObjectNode result) {
        super("The call has run before", null, false, false);
        this.result = result;
    }

    ObjectNode result() {
        return result;
    }
}
