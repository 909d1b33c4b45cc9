package dev.caravan.resource;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.call.InlineJson;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;

/**
 * A resource's definition, checked.
 *
 * @param uri        that clients read it by
 * @param definition as {@code resources/list} shows it (MCP, resources, data types); not to be changed
 * @param mimeType   of the content
 * @param meta       of definition and content; null if it has none; not to be changed
 * @param timeout    null: the gateway's default
 */
record ResourceSpec(String uri, ObjectNode definition, MimeType mimeType, ObjectNode meta, Duration timeout) {

    static ResourceSpec of(ResourceEndpoint endpoint) {
        try {
            return read(endpoint);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("Resource " + endpoint.getResourceName() + ": " + e.getMessage(), e);
        }
    }

    private static ResourceSpec read(ResourceEndpoint endpoint) {
        String uri = absolute(endpoint.getResourceUri());
        MimeType mimeType = MimeType.of(endpoint.getMimeType());
        ObjectNode meta = InlineJson.objectIfGiven("meta", endpoint.getMeta());
        if (endpoint.getTimeout() != null && (endpoint.getTimeout().isZero() || endpoint.getTimeout().isNegative())) {
            throw new IllegalArgumentException("timeout must be more than 0");
        }
        ObjectNode definition = JsonNodeFactory.instance.objectNode().put("uri", uri).put("name", endpoint.getResourceName());
        if (endpoint.getTitle() != null) {
            definition.put("title", endpoint.getTitle());
        }
        String description = endpoint.getDescription();
        definition.put("description", description == null ? endpoint.getResourceName() : description.strip());
        definition.put("mimeType", mimeType.text());
        if (meta != null) {
            definition.set("_meta", meta);
        }
        return new ResourceSpec(uri, definition, mimeType, meta, endpoint.getTimeout());
    }

    private static String absolute(String uri) {
        if (uri == null || uri.isBlank()) {
            throw new IllegalArgumentException("resourceUri is missing: clients read the resource by it");
        }
        try {
            URI parsed = new URI(uri);
            if (parsed.isAbsolute() && parsed.toASCIIString().equals(uri)) {
                return uri;
            }
        } catch (URISyntaxException noUri) {
            // refused below, like a relative one
        }
        throw new IllegalArgumentException("resourceUri '" + uri + "' must be an absolute URI, such as file:///report or ui://name/page");
    }
}
