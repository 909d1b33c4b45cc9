package dev.caravan.call.resource;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.call.InlineJson;
import dev.caravan.call.completion.Suggestions;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A resource's definition, checked.
 *
 * @param uri        that clients read it by, or the text of its template
 * @param template   null: it has one URI
 * @param variables  of the template, and what each is completed with; empty if it has none
 * @param definition as {@code resources/list} or {@code resources/templates/list} shows it (MCP, resources, data types); not to
 *                   be changed
 * @param mimeType   of the content
 * @param meta       of definition and content; null if it has none; not to be changed
 * @param timeout    null: the gateway's default
 * @param foreign    whether it was defined elsewhere, so that its route leaves whole results
 */
record ResourceSpec(String uri, UriTemplate template, Map<String, Suggestions> variables, ObjectNode definition, MimeType mimeType,
                    ObjectNode meta, Duration timeout, boolean foreign) {

    static final String URI_TEMPLATE = "uriTemplate";

    static ResourceSpec of(ResourceEndpoint endpoint) {
        try {
            return read(endpoint);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("Resource " + endpoint.getResourceName() + ": " + e.getMessage(), e);
        }
    }

    private static ResourceSpec read(ResourceEndpoint endpoint) {
        if (endpoint.getTimeout() != null && (endpoint.getTimeout().isZero() || endpoint.getTimeout().isNegative())) {
            throw new IllegalArgumentException("timeout must be more than 0");
        }
        ObjectNode given = InlineJson.objectIfGiven("definition", endpoint.getDefinition());
        if (given != null) {
            return foreign(given, endpoint.getTimeout(), Suggestions.ofAll("completions", endpoint.getCompletions()));
        }
        if (endpoint.getResourceUri() != null && endpoint.getUriTemplate() != null) {
            throw new IllegalArgumentException("use either resourceUri or uriTemplate, not both");
        }
        UriTemplate template = endpoint.getUriTemplate() == null ? null : UriTemplate.of(endpoint.getUriTemplate());
        Map<String, Suggestions> variables = variables(template, endpoint.getComplete());
        String uri = template == null ? absolute(endpoint.getResourceUri()) : template.text();
        MimeType mimeType = MimeType.of(endpoint.getMimeType());
        ObjectNode meta = InlineJson.objectIfGiven("meta", endpoint.getMeta());
        ObjectNode definition = JsonNodeFactory.instance.objectNode().put(template == null ? "uri" : URI_TEMPLATE, uri)
                .put("name", endpoint.getResourceName());
        if (endpoint.getTitle() != null) {
            definition.put("title", endpoint.getTitle());
        }
        String description = endpoint.getDescription();
        definition.put("description", description == null ? endpoint.getResourceName() : description.strip());
        definition.put("mimeType", mimeType.text());
        if (meta != null) {
            definition.set("_meta", meta);
        }
        return new ResourceSpec(uri, template, variables, definition, mimeType, meta, endpoint.getTimeout(), false);
    }

    /** Returns a definition from elsewhere. */
    static ResourceSpec foreign(ObjectNode given, Duration timeout, Suggestions suggestions) {
        UriTemplate template = given.has(URI_TEMPLATE) ? UriTemplate.of(given.get(URI_TEMPLATE).asText()) : null;
        String uri = template == null ? absolute(given.path("uri").textValue()) : template.text();
        MimeType mimeType = given.hasNonNull("mimeType") ? MimeType.of(given.get("mimeType").asText()) : null;
        ObjectNode meta = given.get("_meta") instanceof ObjectNode own ? own : null;
        Map<String, Suggestions> variables = variables(template, Map.of());
        variables.replaceAll((variable, none) -> suggestions);
        return new ResourceSpec(uri, template, variables, given, mimeType, meta, timeout, true);
    }

    private static Map<String, Suggestions> variables(UriTemplate template, Map<String, Object> complete) {
        Map<String, Suggestions> variables = new LinkedHashMap<>();
        if (template != null) {
            template.variables().forEach(variable -> variables.put(variable, Suggestions.NONE));
        }
        complete.forEach((variable, suggestions) -> {
            String option = "complete." + variable;
            if (variables.replace(variable, Suggestions.of(option, String.valueOf(suggestions))) == null) {
                throw new IllegalArgumentException(option + ": uriTemplate has no variable " + variable);
            }
        });
        return variables;
    }

    private static String absolute(String uri) {
        if (uri == null || uri.isBlank()) {
            throw new IllegalArgumentException("resourceUri or uriTemplate is missing. Clients read the resource by its URI");
        }
        try {
            URI parsed = new URI(uri);
            if (parsed.isAbsolute() && parsed.toASCIIString().equals(uri)) {
                return uri;
            }
        } catch (URISyntaxException noUri) {
            // the check below refuses it like a relative URI
        }
        throw new IllegalArgumentException("resourceUri '" + uri + "' must be an absolute URI, such as file:///report or ui://name/page");
    }
}
