package dev.caravan.call.resource;

import java.util.Map;

/**
 * The resource that a URI names.
 *
 * @param variables values of its template's variables in the URI; empty without a template
 */
record FoundResource(ResourceConsumer resource, Map<String, String> variables) {
}
