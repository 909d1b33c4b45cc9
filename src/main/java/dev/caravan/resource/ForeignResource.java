package dev.caravan.resource;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.completion.Suggestions;

/** Definitions of resources that were made elsewhere. */
public final class ForeignResource {

    private ForeignResource() {
    }

    /** @throws IllegalArgumentException if a route can't offer it, as for a template that the gateway doesn't know */
    public static void check(ObjectNode definition) {
        ResourceSpec.foreign(definition, null, Suggestions.NONE);
    }

    /** Whether the definition is that of the resource with this URI, or its template fits the URI. */
    public static boolean fits(ObjectNode definition, String uri) {
        String template = definition.path(ResourceSpec.URI_TEMPLATE).textValue();
        return template == null ? uri.equals(definition.path("uri").textValue()) : UriTemplate.of(template).match(uri).isPresent();
    }
}
