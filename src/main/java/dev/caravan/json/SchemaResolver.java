package dev.caravan.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Replaces all references in a JSON Schema by their targets (contracts, section 6). Each reference is one step deeper. A reference to
 * itself, or more than three steps deep, keeps only its type and description, or leads to one of {@link #definitions}. A schema that is cut
 * accepts more, never less. Keywords beside a reference override those of its target. A property that can't be resolved is left out. The
 * input stays unchanged.
 *
 * <p>The result is a valid schema of its dialect: 2020-12, unless the root's {@code $schema} names another. A keyword with an impossible
 * value, such as {@code required: true}, is left out. OpenAPI 3.0's {@code exclusiveMinimum: true} and lists as {@code items} are converted
 * to 2020-12. An array without {@code items} gets {@code items: {}}, since OpenAI requires it.
 *
 * <p>Use one instance for each conversion: its budget stops schemas that would grow without limit.
 */
public final class SchemaResolver {

    public static final int MAX_DEPTH = 3;

    private static final Logger LOG = LoggerFactory.getLogger(SchemaResolver.class);
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    /** Limits: first references are no longer followed, then the conversion fails. */
    private static final int ENOUGH_PARTS = 20_000;
    private static final int MOST_PARTS = 200_000;
    private static final int ENOUGH_TEXT = 1_000_000;
    private static final int MOST_TEXT = 10_000_000;
    /** Maximum nesting of schemas. Jackson writes at most 1,000 levels of JSON, and each schema needs two. */
    private static final int MOST_NESTING = 200;
    private static final int MOST_WARNINGS = 20;

    private static final String REF = "$ref";
    /** In one document the last two lead where a {@code $ref} would. */
    private static final List<String> REFERENCES = List.of(REF, "$dynamicRef", "$recursiveRef");

    /** Nothing can replace the reference here, so the surrounding property is left out. */
    private static final class Unresolved extends Exception {

        Unresolved(String reference) {
            super(reference, null, false, false);
        }
    }

    /** Keywords that accept less when a schema in them accepts more. */
    private static final Set<String> REVERSED = Set.of("not", "if");

    /** Null if references stay. */
    private final SchemaLookup lookup;
    private final Predicate<String> patterns;
    private final Set<String> way = new HashSet<>();
    /** {reference: name of its definition}; null if far references are cut. */
    private final Map<String, String> defined;
    /** Type of a cut schema that has none; null for no type. */
    private final String untyped;
    private int cuts;
    private int deepest = MAX_DEPTH;
    private String dialect = "";
    private int parts;
    private int text;
    private int nesting;
    private int warnings;

    public SchemaResolver(SchemaLookup lookup) {
        this(lookup, any -> true, false, "object");
    }

    /**
     * Resolves schemas that values are checked against: a schema without a type that is cut gets none.
     *
     * @param lookup   null if references stay as they are
     * @param patterns whether a pattern can be evaluated; others are left out
     * @param defines  whether far references lead to {@link #definitions} and are not cut
     */
    public SchemaResolver(SchemaLookup lookup, Predicate<String> patterns, boolean defines) {
        this(lookup, patterns, defines, null);
    }

    private SchemaResolver(SchemaLookup lookup, Predicate<String> patterns, boolean defines, String untyped) {
        this.untyped = untyped;
        this.lookup = lookup;
        this.patterns = patterns;
        this.defined = defines ? new LinkedHashMap<>() : null;
    }

    /** @throws SchemaException if a reference outside of any property has no target, or the schema is too large or too deep */
    public JsonNode resolve(JsonNode schema) throws SchemaException {
        dialect = schema.path("$schema").asText();
        return resolve(schema, true);
    }

    /** Resolves a part of a larger schema in the dialect 2020-12, without a dialect of its own. */
    public JsonNode resolvePart(JsonNode schema) throws SchemaException {
        return resolve(schema, false);
    }

    /** Returns the definitions to which far references lead, for {@code $defs}. */
    public ObjectNode definitions() throws SchemaException {
        ObjectNode definitions = JSON.objectNode();
        deepest = 0;
        while (defined != null && definitions.size() < defined.size()) {
            for (String reference : List.copyOf(defined.keySet()).subList(definitions.size(), defined.size())) {
                try {
                    definitions.set(defined.get(reference), schema(lookup.find(reference).orElseThrow(), false));
                } catch (Unresolved e) {
                    definitions.putObject(defined.get(reference));
                }
            }
        }
        return definitions;
    }

    private JsonNode resolve(JsonNode schema, boolean root) throws SchemaException {
        try {
            return schema(schema, root);
        } catch (Unresolved e) {
            throw new SchemaException("Its reference " + e.getMessage() + " has no target");
        }
    }

    private ObjectNode schema(JsonNode schema, boolean root) throws Unresolved, SchemaException {
        if (schema.isBoolean()) {
            return schema.booleanValue() ? JSON.objectNode() : JSON.objectNode().set("not", JSON.objectNode());
        }
        if (!(schema instanceof ObjectNode object)) {
            return lookup == null ? JSON.objectNode() : JSON.objectNode().put("type", "string");
        }
        if (++nesting > MOST_NESTING) {
            throw tooDeep();
        }
        try {
            int before = cuts;
            ObjectNode own = keywords(object, root);
            JsonNode reference = REFERENCES.stream().map(object::get).filter(Objects::nonNull).findFirst().orElse(null);
            ObjectNode whole = finished(reference == null || lookup == null ? own : followed(reference.asText()).setAll(own));
            return cuts == before ? whole : whole.remove(List.of("unevaluatedProperties", "unevaluatedItems"));
        } finally {
            nesting--;
        }
    }

    private ObjectNode followed(String reference) throws Unresolved, SchemaException {
        JsonNode target = lookup.find(reference).orElse(null);
        boolean far = way.contains(reference) || way.size() >= deepest;
        if (target == null && !far) {
            throw new Unresolved(shown(reference));
        }
        boolean enough = parts > ENOUGH_PARTS || text > ENOUGH_TEXT;
        if (far && defined != null && target != null && (!enough || defined.containsKey(reference))) {
            count(1, reference.length());
            return JSON.objectNode().put(REF, "#/$defs/" + defined.computeIfAbsent(reference, this::name));
        }
        if (far || enough) {
            cuts++;
            return pruned(target == null ? JSON.objectNode() : target, true);
        }
        way.add(reference);
        try {
            return schema(target, false);
        } finally {
            way.remove(reference);
        }
    }

    private String name(String reference) {
        String plain = reference.substring(reference.lastIndexOf('/') + 1).replaceAll("[^A-Za-z0-9_.-]", "_");
        return defined.containsValue(plain) ? plain + "_" + defined.size() : plain;
    }

    /** @param whole whether an array keeps its items */
    private ObjectNode pruned(JsonNode schema, boolean whole) throws SchemaException {
        ObjectNode pruned = JSON.objectNode();
        JsonNode type = SchemaKeyword.type(schema.path("type"));
        if (untyped != null) {
            pruned.set("type", type == null ? JSON.textNode(untyped) : type);
        } else if (type != null && !schema.path("nullable").asBoolean()) {
            pruned.set("type", type);
        }
        if (schema.path("description").isTextual()) {
            pruned.set("description", schema.get("description"));
            count(1, schema.get("description").textValue().length());
        }
        count(2, 0);
        if (whole && SchemaKeyword.isArray(pruned) && schema.path("items").isObject()) {
            JsonNode items = schema.get("items");
            pruned.set("items", pruned(items.has(REF) ? lookup.find(items.get(REF).asText()).orElse(JSON.objectNode()) : items, false));
        }
        return finished(pruned);
    }

    private ObjectNode keywords(ObjectNode schema, boolean root) throws Unresolved, SchemaException {
        ObjectNode resolved = JSON.objectNode();
        for (var keyword : schema.properties()) {
            String name = keyword.getKey();
            SchemaKeyword kind = SchemaKeyword.of(name);
            count(1, name.length());
            if (lookup != null && (kind == SchemaKeyword.GONE || kind == SchemaKeyword.ROOT && !root)) {
                continue;
            }
            int before = cuts;
            JsonNode value = value(kind, name, keyword.getValue());
            if (cuts > before && REVERSED.contains(name)) {
                continue;
            }
            if (cuts > before && name.equals("oneOf")) { // several of its schemas may now accept the same
                name = "anyOf";
                value = schema.has(name) ? null : value;
            }
            if (value == null) {
                LOG.debug("Schema keyword left out, its value is not allowed: keyword={}", name);
            } else {
                resolved.set(name, value);
            }
        }
        if (resolved.path("patternProperties").size() < schema.path("patternProperties").size()) {
            resolved.remove("additionalProperties"); // it is for names that fit no pattern
        }
        requireWhatIsLeft(schema, resolved);
        return resolved;
    }

    private void requireWhatIsLeft(ObjectNode schema, ObjectNode resolved) throws SchemaException {
        if (resolved.get("required") instanceof ArrayNode required
                && resolved.path("properties").size() < schema.path("properties").size()) {
            Set<String> leftOut = new HashSet<>();
            schema.get("properties").fieldNames().forEachRemaining(leftOut::add);
            resolved.path("properties").fieldNames().forEachRemaining(leftOut::remove);
            JsonNode still = names(required, leftOut);
            if (still == null) {
                resolved.remove("required");
            } else {
                resolved.set("required", still);
            }
        }
    }

    /** @return null if the keyword can't have this value */
    private JsonNode value(SchemaKeyword kind, String keyword, JsonNode value) throws Unresolved, SchemaException {
        return switch (kind) {
            case SCHEMA -> nested(keyword, value);
            case ITEMS -> value instanceof ArrayNode list ? list(list) : nested(keyword, value);
            case LIST -> value instanceof ArrayNode list ? list(list) : null;
            case MAP, DEPENDENCIES -> value instanceof ObjectNode map ? map(keyword, map, kind == SchemaKeyword.DEPENDENCIES) : null;
            case GONE -> value instanceof ObjectNode map ? map(keyword, map, false) : data(value);
            case TYPE -> lookup == null ? value : SchemaKeyword.type(value); // which no reader can guess
            case TEXT, ROOT -> value.isTextual() && (!keyword.equals("pattern") || isEvaluated(value.textValue())) ? data(value) : null;
            case NUMBER -> SchemaKeyword.isNumber(value) ? value : null;
            case FACTOR -> SchemaKeyword.isNumber(value) && value.decimalValue().signum() > 0 ? value : null;
            case BOUND -> SchemaKeyword.isNumber(value) && !isDraft4() || value.isBoolean() ? value : null;
            case COUNT -> SchemaKeyword.count(value);
            case FLAG -> value.isBoolean() ? value : null;
            case NAMES -> value instanceof ArrayNode names ? names(names, Set.of()) : null;
            case NAMES_BY_NAME -> value instanceof ObjectNode map ? namesByName(map) : null;
            case ENUM -> value instanceof ArrayNode values && !values.isEmpty() ? options(values) : null;
            case EXAMPLES -> value.isArray() ? data(value) : null;
            default -> data(value);
        };
    }

    private JsonNode nested(String keyword, JsonNode value) throws Unresolved, SchemaException {
        if (value.isBoolean()) {
            return isDraft4() && !keyword.startsWith("additional") ? schema(value, false) : value;
        }
        return value.isObject() ? schema(value, false) : null;
    }

    private ArrayNode list(ArrayNode schemas) throws Unresolved, SchemaException {
        ArrayNode resolved = JSON.arrayNode();
        for (JsonNode schema : schemas) {
            count(1, 0);
            resolved.add(schema(schema, false));
        }
        return resolved.isEmpty() ? null : resolved;
    }

    private ObjectNode map(String keyword, ObjectNode schemas, boolean orNames) throws SchemaException {
        ObjectNode resolved = JSON.objectNode();
        for (var member : schemas.properties()) {
            count(1, member.getKey().length());
            if (keyword.equals("patternProperties") && !isEvaluated(member.getKey())) {
                continue;
            }
            try {
                if (!orNames || !(member.getValue() instanceof ArrayNode list)) {
                    resolved.set(member.getKey(), schema(member.getValue(), false));
                } else if (names(list, Set.of()) instanceof ArrayNode names) {
                    resolved.set(member.getKey(), names);
                }
            } catch (Unresolved e) {
                if (++warnings <= MOST_WARNINGS) {
                    LOG.warn("Part of a schema left out, its reference has no target: keyword={} name={} ref={}", keyword,
                            shown(member.getKey()), e.getMessage());
                }
            }
        }
        return resolved;
    }

    /** Whether a pattern stays. The schema is cut without it. */
    private boolean isEvaluated(String pattern) {
        boolean stays = patterns.test(pattern);
        cuts += stays ? 0 : 1;
        return stays;
    }

    /** Makes keywords consistent after a reference's target and its siblings were merged. */
    private ObjectNode finished(ObjectNode schema) {
        if (schema.get("items") instanceof ArrayNode list && !dialect.contains("draft-0") && !dialect.contains("2019-09")) {
            schema.remove("items");
            JsonNode further = schema.remove("additionalItems");
            if (!schema.has("prefixItems")) {
                schema.set("prefixItems", list);
                if (further != null) {
                    schema.set("items", further);
                }
            }
        }
        bound(schema, "minimum", "exclusiveMinimum");
        bound(schema, "maximum", "exclusiveMaximum");
        if (SchemaKeyword.isArray(schema) && !schema.has("items") && !schema.has("prefixItems") && !schema.has("unevaluatedItems")) {
            schema.set("items", JSON.objectNode());
        }
        return schema;
    }

    private void bound(ObjectNode schema, String inclusive, String exclusive) {
        JsonNode bound = schema.get(exclusive);
        if (bound == null || !bound.isBoolean() || isDraft4() && schema.has(inclusive)) {
            return;
        }
        schema.remove(exclusive);
        if (bound.booleanValue() && schema.has(inclusive)) {
            schema.set(exclusive, schema.remove(inclusive));
        }
    }

    private JsonNode names(ArrayNode names, Set<String> without) throws SchemaException {
        Set<String> seen = new HashSet<>(without);
        ArrayNode distinct = JSON.arrayNode();
        for (JsonNode name : names) {
            if (!name.isTextual()) {
                return null;
            }
            count(1, name.textValue().length());
            if (seen.add(name.textValue())) {
                distinct.add(name);
            }
        }
        return distinct.isEmpty() && isDraft4() ? null : distinct;
    }

    private ObjectNode namesByName(ObjectNode map) throws SchemaException {
        ObjectNode kept = JSON.objectNode();
        for (var member : map.properties()) {
            count(1, member.getKey().length());
            if (member.getValue() instanceof ArrayNode list && names(list, Set.of()) instanceof ArrayNode names) {
                kept.set(member.getKey(), names);
            }
        }
        return kept;
    }

    /** Drafts 4 and 6 do not allow equal values. */
    private JsonNode options(ArrayNode values) throws SchemaException {
        ArrayNode copy = data(values);
        Set<String> seen = new HashSet<>();
        if (isDraft4() || dialect.contains("draft-06")) {
            for (var each = copy.iterator(); each.hasNext();) {
                if (!seen.add(each.next().toString())) {
                    each.remove();
                }
            }
        }
        return copy;
    }

    /** Copies data, such as a default, which is not a schema. */
    private <T extends JsonNode> T data(T value) throws SchemaException {
        measure(value, 0);
        return value.deepCopy();
    }

    private void measure(JsonNode value, int depth) throws SchemaException {
        if (depth > MOST_NESTING) {
            throw tooDeep();
        }
        count(depth == 0 ? 0 : 1, value.isTextual() ? value.textValue().length() : 0);
        if (value.isObject()) {
            for (var member : value.properties()) {
                count(0, member.getKey().length());
                measure(member.getValue(), depth + 1);
            }
        } else {
            for (JsonNode element : value) {
                measure(element, depth + 1);
            }
        }
    }

    private void count(int moreParts, int moreText) throws SchemaException {
        parts += moreParts;
        text += moreText;
        if (parts > MOST_PARTS) {
            throw new SchemaException.BeyondBounds("It has more than " + MOST_PARTS + " parts");
        }
        if (text > MOST_TEXT || text < 0) {
            throw new SchemaException.BeyondBounds("It has more than " + MOST_TEXT + " characters");
        }
    }

    private static SchemaException tooDeep() {
        return new SchemaException.BeyondBounds("It is nested more than " + MOST_NESTING + " deep");
    }

    private boolean isDraft4() {
        return dialect.contains("draft-04");
    }

    public static String shown(String name) {
        String line = name.codePoints().limit(100).map(c -> Character.isISOControl(c) ? ' ' : c)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append).toString();
        return line.length() < name.length() ? line + "…" : line;
    }
}
