package dev.caravan.call.resource;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.call.Definition;
import dev.caravan.call.DefinitionKind;
import dev.caravan.call.Options;
import dev.caravan.call.Suggestions;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A resource's definition, checked.
 *
 * @param key         URI by which clients read it, or the text of its template
 * @param template    null if it has one URI
 * @param completions {variable of the template: its suggestions}
 * @param definition  entry of {@code resources/list} or {@code resources/templates/list} (MCP, resources, data types); do not change it
 * @param mimeType    type of the content
 * @param meta        {@code _meta} of definition and content; null if it has none; do not change it
 * @param timeout     null means the default
 * @param foreign     whether it was defined elsewhere, so that its route leaves whole results
 * @param isOpen      whether its route checks the caller
 */
record ResourceSpec(String key, UriTemplate template, Map<String, Suggestions> completions, ObjectNode definition, MimeType mimeType,
                    ObjectNode meta, Set<String> tags, Duration timeout, boolean foreign, boolean isOpen) implements Definition {

    static final String URI_TEMPLATE = "uriTemplate";

    static ResourceSpec of(String name, Options options) {
        ObjectNode given = options.object("definition");
        boolean personal = options.flag("personal", false);
        if (given != null) {
            return foreign(given, options.tags(), options.timeout(), Suggestions.ofAll("completions", options.text("completions")),
                    personal);
        }
        String fixed = options.text("resourceUri");
        String text = options.text(URI_TEMPLATE);
        if (fixed != null && text != null) {
            throw new IllegalArgumentException("use either resourceUri or uriTemplate, not both");
        }
        UriTemplate template = text == null ? null : UriTemplate.of(text);
        Map<String, Suggestions> variables = variables(template, options.startingWith("complete."));
        String uri = template == null ? absolute(fixed) : text;
        MimeType mimeType = MimeType.of(options.text("mimeType", ResourceComponent.DEFAULT_TYPE));
        ObjectNode meta = options.object("meta");
        ObjectNode definition = JsonNodeFactory.instance.objectNode().put(template == null ? "uri" : URI_TEMPLATE, uri).put("name", name);
        options.describe(definition, name, null).put("mimeType", mimeType.text());
        if (meta != null) {
            definition.set("_meta", meta);
        }
        return new ResourceSpec(uri, template, variables, definition, mimeType, meta, options.tags(), options.timeout(), false, personal);
    }

    /** Returns a definition from elsewhere. */
    static ResourceSpec foreign(ObjectNode given, Set<String> tags, Duration timeout, Suggestions suggestions, boolean personal) {
        UriTemplate template = given.has(URI_TEMPLATE) ? UriTemplate.of(given.get(URI_TEMPLATE).asText()) : null;
        String uri = template == null ? absolute(given.path("uri").textValue()) : template.text();
        MimeType mimeType = given.hasNonNull("mimeType") ? MimeType.of(given.get("mimeType").asText()) : null;
        ObjectNode meta = given.get("_meta") instanceof ObjectNode own ? own : null;
        Map<String, Suggestions> variables = variables(template, Map.of());
        variables.replaceAll((variable, none) -> suggestions);
        return new ResourceSpec(uri, template, variables, given, mimeType, meta, tags, timeout, true, personal);
    }

    @Override
    public DefinitionKind kind() {
        return DefinitionKind.RESOURCE;
    }

    /** Two templates may match the same URIs. Then the route of such a URI would be ambiguous. */
    @Override
    public boolean overlaps(Definition other) {
        return template != null && other instanceof ResourceSpec resource && resource.template != null
                && resource.template.overlaps(template);
    }

    private static Map<String, Suggestions> variables(UriTemplate template, Map<String, String> complete) {
        Map<String, Suggestions> variables = new LinkedHashMap<>();
        if (template != null) {
            template.variables().forEach(variable -> variables.put(variable, Suggestions.NONE));
        }
        complete.forEach((variable, suggestions) -> {
            String option = "complete." + variable;
            if (variables.replace(variable, Suggestions.of(option, suggestions)) == null) {
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

    /**
     * A media type of a definition (RFC 9110, section 8.3.1).
     *
     * @param text    type with its parameters, for example {@code text/html;profile=mcp-app}
     * @param textual whether the content is text and not bytes, by the rule of Camel's component
     * @param json    whether the subtype ends in json
     */
    record MimeType(String text, boolean textual, boolean json) {

        /** The space that Camel makes of a plus sign in an option such as {@code image/svg+xml}. No type contains a space there. */
        private static final Pattern LOST_PLUS = Pattern.compile("(?<=\\w) (?=\\w)");
        private static final String TOKEN = "[A-Za-z0-9!#$%&'*+.^_`|~-]+";
        private static final Pattern FORM = Pattern.compile(
                "(" + TOKEN + ")/(" + TOKEN + ")(?:\\s*;\\s*" + TOKEN + "=(?:" + TOKEN + "|\"[^\"\\\\]*\"))*");

        /** @throws IllegalArgumentException if the text isn't a media type */
        static MimeType of(String option) {
            String text = LOST_PLUS.matcher(option).replaceAll("+");
            Matcher form = FORM.matcher(text);
            if (!form.matches()) {
                throw new IllegalArgumentException("mimeType '" + option + "' must be type/subtype, optionally with ;name=value");
            }
            String type = form.group(1).toLowerCase(Locale.ROOT);
            String subtype = form.group(2).toLowerCase(Locale.ROOT);
            boolean json = subtype.endsWith("json");
            return new MimeType(text, json || type.equals("text") || subtype.endsWith("xml") || subtype.endsWith("yaml"), json);
        }
    }
}
