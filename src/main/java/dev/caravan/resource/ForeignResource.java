package dev.caravan.resource;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** Definitions of resources that were made elsewhere. */
public final class ForeignResource {

    private ForeignResource() {
    }

    /** @throws IllegalArgumentException if a route can't offer it, as for a template that the gateway doesn't know */
    public static void check(ObjectNode definition) {
        ResourceSpec.foreign(definition, null);
    }
}
