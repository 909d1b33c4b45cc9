package dev.caravan.mcp;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** An exception that ends a request with a result of the protocol's own, not with an error. */
public interface InterimResult {

    ObjectNode result();

    /** In one word, for the audit event. */
    String label();
}
