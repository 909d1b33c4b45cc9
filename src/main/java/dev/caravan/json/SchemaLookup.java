package dev.caravan.json;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** Finds the target of a reference in a schema, only inside the document. */
@FunctionalInterface
public interface SchemaLookup {

    int LONGEST_REFERENCE = 2_000;

    Optional<JsonNode> find(String reference);

    /**
     * For an MCP tool's input schema: {@code #}, {@code #/$defs/Name}, {@code #/definitions/Name}, or any other place in it, as zod writes;
     * a schema's {@code $anchor}; and a schema's {@code $id}, alone or before one of these.
     */
    static SchemaLookup ofInput(JsonNode schema) {
        return new InDocument(schema);
    }

    /** References in one document, which has a few named schemas, or none. They are looked for when the first reference needs them. */
    final class InDocument implements SchemaLookup {

        /** Keywords whose values are data. */
        private static final Set<String> DATA = Set.of("const", "enum", "default", "examples", "example");
        private static final List<String> ANCHORS = List.of("$anchor", "$dynamicAnchor");
        private static final List<String> IDS = List.of("$id", "id");

        private final JsonNode document;
        /** {address of a schema with an id, or of an anchor: the schema}. */
        private Map<String, JsonNode> named;

        InDocument(JsonNode document) {
            this.document = document;
        }

        @Override
        public Optional<JsonNode> find(String reference) {
            if (reference.matches("#?")) {
                return Optional.of(document);
            }
            if (reference.startsWith("#/") || reference.length() > LONGEST_REFERENCE) {
                return in(document, "#/", reference);
            }
            if (named == null) {
                Map<String, JsonNode> all = new HashMap<>();
                all.put("", document);
                name(document, "", all);
                named = all;
            }
            String address = resolved(id(document), reference);
            int end = address.indexOf("#/");
            JsonNode found = named.get(address.endsWith("#") ? address.substring(0, address.length() - 1) : address);
            return found != null || end < 0 || !named.containsKey(address.substring(0, end)) ? Optional.ofNullable(found)
                    : in(named.get(address.substring(0, end)), "#/", address.substring(end));
        }

        private static void name(JsonNode node, String outer, Map<String, JsonNode> all) {
            String id = id(node);
            String base = id.isEmpty() ? outer : resolved(outer, id);
            if (!id.isEmpty()) {
                all.putIfAbsent(base, node);
            }
            String place = base.replaceFirst("#.*", "");
            ANCHORS.stream().filter(keyword -> node.path(keyword).isTextual())
                    .forEach(keyword -> all.putIfAbsent(place + "#" + node.get(keyword).textValue(), node));
            node.properties().stream().filter(member -> !DATA.contains(member.getKey()))
                    .forEach(member -> name(member.getValue(), place, all));
            if (node.isArray()) {
                node.forEach(item -> name(item, place, all));
            }
        }

        private static String id(JsonNode schema) {
            return IDS.stream().map(name -> schema.path(name).textValue()).filter(Objects::nonNull).findFirst().orElse("");
        }

        /** Returns the address of a reference. What is no address stays as it is, and then names nothing. */
        private static String resolved(String base, String reference) {
            try {
                return reference.startsWith("#") ? base.replaceFirst("#.*", "") + reference
                        : URI.create(base).resolve(reference).toString();
            } catch (IllegalArgumentException noAddress) {
                return reference;
            }
        }
    }

    /** For an OpenAPI operation: {@code #/components/schemas/Name}, or a place below it. */
    static SchemaLookup ofOperation(JsonNode operation) {
        return reference -> in(operation, "#/components/schemas/", reference);
    }

    private static Optional<JsonNode> in(JsonNode document, String prefix, String reference) {
        if (!reference.startsWith(prefix) || reference.length() > LONGEST_REFERENCE) {
            return Optional.empty();
        }
        String fragment = reference.substring(1);
        JsonNode at;
        try {
            at = document.at(URLDecoder.decode(fragment.replace("+", "%2B"), StandardCharsets.UTF_8));
        } catch (IllegalArgumentException notEncoded) {
            at = document.at(fragment);
        }
        return at.isObject() || at.isBoolean() ? Optional.of(at) : Optional.empty();
    }
}
