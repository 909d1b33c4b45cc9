package dev.caravan.call.resource;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.call.Suggestions;
import java.util.Set;
import java.util.regex.Pattern;

/** Definitions of resources that were made elsewhere. */
public final class ForeignResource {

    private static final Pattern OWN = Pattern.compile("(?i)(caravan|db|document|index|kamelet|tool):|ui://caravan(/|$)");

    private ForeignResource() {
    }

    /** @throws IllegalArgumentException if a route can't offer it: its template is unknown, or its URI one of the gateway's own */
    public static void check(ObjectNode definition) {
        String uri = ResourceSpec.foreign(definition, Set.of(), null, Suggestions.NONE, false).key();
        if (OWN.matcher(uri).lookingAt()) {
            throw new IllegalArgumentException("its URI begins with " + uri.replaceFirst(":.*", ":")
                    + ", which only resources of the gateway have");
        }
    }

    /** Whether the definition is that of the resource with this URI, or its template fits the URI. */
    public static boolean fits(ObjectNode definition, String uri) {
        String template = definition.path(ResourceSpec.URI_TEMPLATE).textValue();
        return template == null ? uri.equals(definition.path("uri").textValue()) : UriTemplate.of(template).match(uri).isPresent();
    }
}
