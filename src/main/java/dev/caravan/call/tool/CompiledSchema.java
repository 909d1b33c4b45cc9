package dev.caravan.call.tool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaException;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import com.networknt.schema.dialect.Dialect;
import com.networknt.schema.dialect.Dialects;
import com.networknt.schema.keyword.NonValidationKeyword;
import com.networknt.schema.path.NodePath;
import com.networknt.schema.path.PathType;
import dev.caravan.call.ArgumentName;
import dev.caravan.json.BoundedNumbers;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A JSON Schema: 2020-12 unless {@code $schema} names another dialect. {@code format} is an assertion, except in schemas of others.
 * Nothing is ever fetched: a schema that refers to another document is refused. It is checked at once, compiled at its first validation,
 * and compiled once for all schemas with the same text.
 *
 * @param headers mirrored headers of a schema of arguments; null for another schema
 */
public record CompiledSchema(ObjectNode source, Validators validators, ArgumentHeaders headers) {

    /** The dialect with the protocol's annotation, which validation ignores and does not report as unknown. */
    private static final Dialect DIALECT = Dialect.builder(Dialects.getDraft202012())
            .keyword(new NonValidationKeyword(ArgumentHeaders.ANNOTATION)).build();

    static final String LIMIT = "limit";
    static final String NUMBER = "number";

    private static final LinearPatterns PATTERNS = new LinearPatterns();

    /**
     * {dialect's identifier: its meta schema}. Each schema is compiled in its own registry, because two schemas may have the same {@code
     * $id}.
     */
    private static final Map<String, Schema> META_SCHEMAS = new ConcurrentHashMap<>();

    /** What a schema may refer to outside of itself: the dialects, which the library has. */
    private static final Pattern META_SCHEMA = Pattern.compile(
            "https?://json-schema\\.org/(draft-0\\d/schema|draft/20\\d\\d-\\d\\d/(schema|meta/[a-z-]+))#?");

    /**
     * {text of a schema: its validators}, while a schema uses them. A gateway has many tools with the same schema, such as one for each
     * database.
     */
    private static final Cache<String, Validators> VALIDATORS = Caffeine.newBuilder().weakValues().executor(Runnable::run).build();

    /**
     * Keywords that the check against the meta schema covers. With others, such as {@code $ref}, only compiling shows whether what they
     * name is there.
     */
    private static final Set<String> CHECKED = Set.of("$schema", "$comment", "$defs");

    /** A schema as the library runs it. */
    static final class Validators {

        private final ObjectNode source;
        private final boolean formats;
        private volatile Schema schema;

        Validators(ObjectNode source, boolean formats) {
            this.source = source;
            this.formats = formats;
        }

        Schema compiled() {
            Schema made = schema;
            if (made == null) {
                made = registry().getSchema(source);
                made.initializeValidators();
                schema = made;
            }
            return made;
        }
    }

    /**
     * Compiles a schema of arguments.
     *
     * @throws IllegalArgumentException if it isn't a valid schema of an object with named arguments
     */
    public static CompiledSchema ofArguments(ObjectNode source) {
        if (!"object".equals(source.path("type").textValue())) {
            throw new IllegalArgumentException("argSchema must have \"type\": \"object\" at its root");
        }
        for (JsonNode required : source.path("required")) {
            if (!source.path("properties").has(required.asText())) {
                throw new IllegalArgumentException("argSchema requires " + required.asText() + ", which is not in its properties");
            }
        }
        source.path("properties").fieldNames().forEachRemaining(name -> ArgumentName.check("argSchema", name));
        return of("argSchema", source, ArgumentHeaders.of(source), true);
    }

    /**
     * Compiles the input schema of a tool that another server defines. Its arguments may have any name: arguments whose names steps of a
     * route would read as headers are in the body only.
     *
     * @throws IllegalArgumentException if it isn't a valid schema of an object, or refers to another document
     */
    public static CompiledSchema ofForeignArguments(ObjectNode source) {
        if (!"object".equals(source.path("type").textValue())) {
            throw new IllegalArgumentException("inputSchema must have \"type\": \"object\" at its root");
        }
        return of("inputSchema", source, ArgumentHeaders.of(source), false);
    }

    /**
     * Compiles a schema.
     *
     * @throws IllegalArgumentException if it isn't a valid schema, or refers to another document
     */
    public static CompiledSchema of(String option, ObjectNode source) {
        return of(option, source, null, true);
    }

    /** Compiles a schema that others define. Fails like {@link #of(String, ObjectNode)}. */
    public static CompiledSchema ofForeign(String option, ObjectNode source) {
        return of(option, source, null, false);
    }

    /** Whether validation can evaluate the pattern. */
    public static boolean isPattern(String pattern) {
        try {
            return PATTERNS.getRegularExpression(pattern) != null;
        } catch (IllegalArgumentException refused) {
            return false;
        }
    }

    private static CompiledSchema of(String option, ObjectNode source, ArgumentHeaders headers, boolean formats) {
        try {
            String text = (formats ? "" : " ") + source;
            Validators validators = VALIDATORS.getIfPresent(text);
            if (validators == null) {
                check(option, source);
                validators = VALIDATORS.get(text, any -> new Validators(source, formats));
            }
            if (refers(source)) {
                validators.compiled();
            }
            return new CompiledSchema(source, validators, headers);
        } catch (SchemaException | IllegalArgumentException e) {
            throw new IllegalArgumentException(e.getMessage().startsWith(option) ? e.getMessage() : option + " is not supported: "
                    + e.getMessage(), e);
        }
    }

    /** Checks a schema. One with the same text that is in use has passed. */
    private static void check(String option, ObjectNode source) {
        SchemaCycles.refuse(source);
        if (source.findValuesAsText("$dynamicRef").stream().anyMatch(reference -> !reference.startsWith("#"))) {
            throw new IllegalArgumentException("$dynamicRef must lead into the schema itself");
        }
        if (ValidationBudget.hasHashCrowd(source)) {
            throw new IllegalArgumentException("a list in it has too many values with the same hash code");
        }
        List<Error> errors = META_SCHEMAS.computeIfAbsent(dialect(source), id -> registry().getSchema(SchemaLocation.of(id)))
                .validate(source);
        for (Error error : errors) {
            if ("regex".equals(error.getSchemaNode() == null ? null : error.getSchemaNode().textValue())) {
                PATTERNS.getRegularExpression(error.getInstanceNode().asText()); // throws with the reason if the pattern is not supported
            }
        }
        if (!errors.isEmpty()) {
            throw new IllegalArgumentException(option + " is not a valid JSON Schema: " + errors.stream().limit(3)
                    .map(error -> error.getInstanceLocation() + ": " + error.getMessage()).collect(Collectors.joining("; ")));
        }
    }

    private static boolean refers(JsonNode node) {
        if (node.isObject() && node.properties().stream()
                .anyMatch(member -> member.getKey().startsWith("$") && !CHECKED.contains(member.getKey()))) {
            return true;
        }
        for (JsonNode child : node) {
            if (refers(child)) {
                return true;
            }
        }
        return false;
    }

    private static SchemaRegistry registry() {
        return SchemaRegistry.withDefaultDialect(DIALECT, builder -> builder
                .schemaLoader(loader -> loader.fetchRemoteResources(false).allow(iri -> META_SCHEMA.matcher(iri.toString()).matches()))
                .schemaRegistryConfig(SchemaRegistryConfig.builder().formatAssertionsEnabled(true).regularExpressionFactory(PATTERNS)
                        .build()));
    }

    private static String dialect(ObjectNode source) {
        String given = source.path("$schema").asText(SpecificationVersion.DRAFT_2020_12.getDialectId());
        return SpecificationVersion.fromDialectId(given).map(SpecificationVersion::getDialectId)
                .orElseThrow(() -> new IllegalArgumentException("$schema " + given
                        + " is not a supported dialect. Use https://json-schema.org/draft/2020-12/schema"));
    }

    /** Whether a value was validated with this schema, or with an equal one that is still in use. */
    boolean isCompiled() {
        return validators.schema != null;
    }

    /**
     * Returns the errors of the value; empty if it is valid. A value that takes too long to validate has an error with the keyword
     * {@link #LIMIT}.
     */
    List<Error> validate(JsonNode value) {
        ValidationBudget budget = new ValidationBudget(value, validators.formats);
        if (budget.isMarked()) {
            return List.of(error(NUMBER, BoundedNumbers.MESSAGE));
        }
        try {
            Schema schema = validators.compiled();
            budget.spend(() -> schema.validate(budget, value));
            return budget.getErrors();
        } catch (ValidationBudget.Spent e) {
            return List.of(error(LIMIT, "takes too long to validate"));
        }
    }

    /** Whether the schema refuses the value as this argument, whatever the other arguments are. */
    public boolean refuses(String argument, JsonNode value) {
        return validate(JsonNodeFactory.instance.objectNode().set(argument, value)).stream()
                .anyMatch(error -> error.getInstanceLocation().getNameCount() > 0
                        && argument.equals(error.getInstanceLocation().getName(0)));
    }

    private static Error error(String keyword, String message) {
        return Error.builder().keyword(keyword).instanceLocation(new NodePath(PathType.JSON_POINTER)).message(message).build();
    }

    /** Finds schemas that refer to themselves at the same value, such as {@code {"$ref":"#"}}. Their validation would never end. */
    static final class SchemaCycles {

        private static final List<String> REFERENCES = List.of("$ref", "$dynamicRef", "$recursiveRef");
        private static final List<String> ONE = List.of("not", "if", "then", "else");
        private static final List<String> SEVERAL = List.of("allOf", "anyOf", "oneOf", "dependentSchemas");

        private final JsonNode root;
        /** {schema: whether a visit to it goes on}. */
        private final Map<JsonNode, Boolean> visited = new IdentityHashMap<>();

        private SchemaCycles(JsonNode root) {
            this.root = root;
        }

        /** @throws IllegalArgumentException if there is a cycle */
        static void refuse(JsonNode schema) {
            new SchemaCycles(schema).visitAll(schema);
        }

        private void visitAll(JsonNode node) {
            if (node.isObject()) {
                visit(node);
            }
            node.forEach(this::visitAll);
        }

        private void visit(JsonNode schema) {
            Boolean open = schema.isObject() ? visited.putIfAbsent(schema, true) : Boolean.FALSE;
            if (open == null) {
                atTheSameValue(schema).forEach(this::visit);
                visited.put(schema, false);
            } else if (open) {
                throw new IllegalArgumentException("it refers to itself at the same value, so its validation would never end");
            }
        }

        private List<JsonNode> atTheSameValue(JsonNode schema) {
            List<JsonNode> others = new ArrayList<>();
            for (String name : REFERENCES) {
                String reference = schema.path(name).asText("");
                if (reference.equals("#") || reference.startsWith("#/")) {
                    others.add(root.at(reference.substring(1)));
                }
            }
            ONE.forEach(name -> others.add(schema.path(name)));
            SEVERAL.forEach(name -> schema.path(name).forEach(others::add));
            return others;
        }
    }
}
