package dev.caravan.resource;

import java.util.Map;

/**
 * The resource that a URI names.
 *
 * @param variables of its template, with the values that the URI has; empty if it has no template
 */
record FoundResource(ResourceConsumer resource, Map<String, String> variables) {
}
