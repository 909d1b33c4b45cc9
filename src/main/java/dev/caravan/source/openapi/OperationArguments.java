package dev.caravan.source.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.json.SchemaException;
import dev.caravan.json.SchemaResolver;
import dev.caravan.source.SettingsChecks;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * The arguments of an operation: its parameters by name, and its request body as {@code body}. A parameter whose name is taken gets its
 * place before the name, such as {@code query_id}. Headers that HTTP or credentials set are no arguments.
 */
final class OperationArguments {

    private static final String BODY = "body";
    private static final Set<String> NOT_ARGUMENTS = Set.of("accept", "content-type", "authorization", "host", "content-length",
            "connection", "transfer-encoding", "cookie");
    private static final Map<String, String> STYLES = Map.of("path", "simple", "query", "form", "header", "simple", "cookie", "form");
    /** Kinds of request bodies, the preferred one first. */
    private static final List<OperationPlan.Body.Kind> PREFERRED = List.of(OperationPlan.Body.Kind.JSON, OperationPlan.Body.Kind.FORM,
            OperationPlan.Body.Kind.MULTIPART, OperationPlan.Body.Kind.TEXT, OperationPlan.Body.Kind.BINARY);
    private static final int LONGEST_NAME = 64;

    private final DescribedApi api;
    private final DescribedApi.Operation operation;
    private final List<ApiCredentials.Applied> credentials;
    private final ObjectNode properties = JsonNodeFactory.instance.objectNode();
    private final Set<String> required = new HashSet<>();
    private final List<OperationPlan.Argument> planned = new ArrayList<>();
    private final String mediaType;
    private OperationPlan.Body body;

    /** @param mediaType of the request body; null for the one that fits */
    OperationArguments(DescribedApi api, DescribedApi.Operation operation, List<ApiCredentials.Applied> credentials, String mediaType) {
        this.mediaType = mediaType;
        this.api = api;
        this.operation = operation;
        this.credentials = credentials;
    }

    /**
     * Returns the schema of all arguments.
     *
     * @param whole whether nothing is cut
     * @throws SchemaException          if a schema can't be resolved
     * @throws IllegalArgumentException if a parameter is not described well
     */
    ObjectNode schema(boolean whole) throws SchemaException {
        SchemaResolver resolver = api.resolver(whole);
        for (JsonNode parameter : operation.parameters()) {
            add(parameter, resolver);
        }
        checkPath();
        addBody(resolver);
        ObjectNode schema = JsonNodeFactory.instance.objectNode().put("type", "object");
        schema.set("properties", properties);
        properties.fieldNames().forEachRemaining(name -> {
            if (required.contains(name)) {
                schema.withArrayProperty("required").add(name);
            }
        });
        ObjectNode definitions = resolver.definitions();
        if (!definitions.isEmpty()) {
            schema.set("$defs", definitions);
            definitions.forEach(RequestSchema::each);
        }
        return schema.put("additionalProperties", false);
    }

    OperationPlan plan() {
        return new OperationPlan(operation.method(), operation.path(), List.copyOf(planned), body);
    }

    private void add(JsonNode parameter, SchemaResolver resolver) throws SchemaException {
        String name = parameter.path("name").asText("");
        String in = parameter.path("in").asText("");
        if (parameter.isMissingNode() || name.isEmpty() || !STYLES.containsKey(in)) {
            throw new IllegalArgumentException("a parameter has no name, no valid place, or a reference without a target");
        }
        if (in.equals("header") && (NOT_ARGUMENTS.contains(name.toLowerCase(Locale.ROOT)) || !SettingsChecks.isHeader(name))
                || credentials.stream().anyMatch(credential -> credential.sets(in, name))) {
            return;
        }
        String argument = free(name.replace("<", "_lt").replace(">", "_gt"), in);
        boolean json = parameter.has("content");
        JsonNode described = json ? first(parameter.get("content")).path("schema") : parameter.path("schema");
        ObjectNode schema = described.isMissingNode() ? JsonNodeFactory.instance.objectNode().put("type", "string")
                : RequestSchema.of((ObjectNode) resolver.resolvePart(described));
        String text = parameter.path("description").asText("");
        if (!text.isBlank()) {
            schema.put("description", text.strip());
        }
        properties.set(argument, schema);
        if (parameter.path("required").asBoolean() || in.equals("path")) {
            required.add(argument);
        }
        String style = parameter.path("style").asText(STYLES.get(in));
        planned.add(new OperationPlan.Argument(argument, name, in, style, parameter.path("explode")
                .asBoolean(style.equals("form") || style.equals("deepObject")),
                parameter.path("allowReserved").asBoolean() || parameter.path("x-multi-segment").asBoolean(), json));
    }

    /** Returns a name that models' APIs accept and that no other argument has. */
    private String free(String name, String in) {
        String plain = name.replaceAll("[^A-Za-z0-9_.-]+", "_").replaceAll("^_+|(?<!_)_+$", "");
        plain = plain.isEmpty() ? in : plain.length() > LONGEST_NAME ? plain.substring(0, LONGEST_NAME) : plain;
        String free = plain;
        for (int i = 1; properties.has(free) || free.equals(BODY); i++) {
            free = in + "_" + plain + (i == 1 ? "" : "_" + i);
        }
        return free;
    }

    /** Fails if a placeholder of the path has no parameter. */
    private void checkPath() {
        Matcher placeholder = OperationPlan.PLACEHOLDER.matcher(operation.path());
        while (placeholder.find()) {
            String name = placeholder.group(1);
            if (planned.stream().noneMatch(argument -> argument.in().equals("path") && argument.name().equals(name))) {
                throw new IllegalArgumentException("the path has {" + name + "}, which is no parameter");
            }
        }
    }

    private void addBody(SchemaResolver resolver) throws SchemaException {
        if (operation.body().isMissingNode() && operation.described().has("requestBody")) {
            throw new IllegalArgumentException("its request body is a reference without a target");
        }
        Map<OperationPlan.Body.Kind, List<String>> types = new LinkedHashMap<>();
        operation.body().path("content").fieldNames().forEachRemaining(
                type -> types.computeIfAbsent(OperationPlan.Body.Kind.of(type), kind -> new ArrayList<>()).add(type));
        if (types.isEmpty() || operation.method().equals("GET") || operation.method().equals("HEAD")) {
            return;
        }
        OperationPlan.Body.Kind kind = mediaType == null ? PREFERRED.stream().filter(types::containsKey).findFirst().orElseThrow()
                : OperationPlan.Body.Kind.of(mediaType);
        List<String> written = mediaType == null ? kind == OperationPlan.Body.Kind.JSON ? types.get(kind) : types.get(kind).subList(0, 1)
                : List.of(mediaType);
        JsonNode media = operation.body().path("content").path(written.get(0));
        if (media.isMissingNode()) {
            throw new IllegalArgumentException("expose.override: its body has no media type " + mediaType + ", it has "
                    + String.join(", ", operation.body().get("content").propertyStream().map(Map.Entry::getKey).toList()));
        }
        Set<JsonNode> schemas = new LinkedHashSet<>();
        for (String type : written) {
            JsonNode described = operation.body().path("content").path(type).path("schema");
            schemas.add(described.isMissingNode() ? JsonNodeFactory.instance.objectNode() : resolver.resolvePart(described));
        }
        ObjectNode schema = (ObjectNode) schemas.iterator().next();
        if (schemas.size() > 1) {
            schema = JsonNodeFactory.instance.objectNode();
            schema.putArray("anyOf").addAll(schemas);
        }
        Map<String, String> files = new LinkedHashMap<>();
        Map<String, String> parts = new LinkedHashMap<>();
        Map<String, OperationPlan.Argument> encoding = new LinkedHashMap<>();
        schema.path("properties").properties().forEach(property -> {
            String type = media.path("encoding").path(property.getKey()).path("contentType").asText().split(",", 2)[0].strip();
            String found = RequestSchema.fileType(property.getValue());
            if (found != null) {
                files.put(property.getKey(), type.isEmpty() || type.contains("*") ? found : type);
            } else if (!type.isEmpty() && !type.contains("*")) {
                parts.put(property.getKey(), type);
            }
            JsonNode own = media.path("encoding").path(property.getKey());
            boolean styled = own.has("style") || own.has("explode") || own.has("allowReserved");
            if (styled || kind == OperationPlan.Body.Kind.FORM && own.path("contentType").asText().contains("json")) {
                String style = own.path("style").asText("form");
                encoding.put(property.getKey(),
                        new OperationPlan.Argument(property.getKey(), property.getKey(), "query", style, own.path("explode")
                        .asBoolean(style.equals("form") || style.equals("deepObject")),
                        own.path("allowReserved").asBoolean(), !styled));
            }
        });
        RequestSchema.of(schema);
        if (kind == OperationPlan.Body.Kind.BINARY) {
            schema = JsonNodeFactory.instance.objectNode().put("type", "string").put("contentEncoding", "base64").put("description",
                    "Content in Base64");
        } else if (kind == OperationPlan.Body.Kind.TEXT) {
            schema = JsonNodeFactory.instance.objectNode().put("type", "string");
        } else if (kind != OperationPlan.Body.Kind.JSON && !schema.has("type")) {
            schema.put("type", "object");
        }
        String text = operation.body().path("description").asText("");
        if (!text.isBlank() && !schema.has("description")) {
            schema.put("description", text.strip());
        }
        properties.set(BODY, schema);
        if (operation.body().path("required").asBoolean()) {
            required.add(BODY);
        }
        body = new OperationPlan.Body(List.copyOf(written), kind, Map.copyOf(files), Map.copyOf(parts), Map.copyOf(encoding));
    }

    private static JsonNode first(JsonNode content) {
        return content.isEmpty() ? content.path(BODY) : content.iterator().next();
    }

    /**
     * Turns a resolved schema of an OpenAPI document into a JSON Schema of arguments. {@code nullable} becomes the type null, files are
     * Base64, and members that are {@code readOnly} are left out. So are examples and extensions, which models don't need.
     */
    static final class RequestSchema {

        private static final Set<String> GONE = Set.of("nullable", "example", "examples", "xml", "discriminator", "externalDocs",
                "readOnly", "writeOnly", "$schema", "$id", "$comment");
        /** Members with data, in which the words have no meaning. */
        private static final Set<String> DATA = Set.of("default", "enum", "const");
        private static final Set<String> MAPS = Set.of("properties", "patternProperties", "dependentSchemas", "$defs");

        private static final Set<String> REFUSING = Set.of("$ref", "allOf", "anyOf", "oneOf", "not", "const", "if");
        private static final Set<String> SHOWN = Set.of("title", "description", "default", "deprecated");

        private RequestSchema() {
        }

        /** Changes a resolved schema, which nobody else uses. Returns it. */
        static ObjectNode of(ObjectNode schema) {
            if (schema.path("nullable").asBoolean()) {
                allowNull(schema);
            }
            if (isFile(schema)) {
                schema.remove("format");
                schema.put("contentEncoding", "base64");
                if (!schema.has("description")) {
                    schema.put("description", "Content in Base64");
                }
            }
            dropReadOnly(schema);
            schema.properties().removeIf(member -> GONE.contains(member.getKey()) || member.getKey().startsWith("x-"));
            schema.properties().forEach(member -> {
                if (MAPS.contains(member.getKey()) || member.getValue().isArray() && !DATA.contains(member.getKey())) {
                    member.getValue().forEach(RequestSchema::each);
                } else if (!DATA.contains(member.getKey())) {
                    each(member.getValue());
                }
            });
            return schema;
        }

        /** Whether a text is a file: {@code format: binary} of OpenAPI 3.0, or {@code contentMediaType} of 3.1. */
        private static boolean isFile(JsonNode schema) {
            String media = schema.path("contentMediaType").asText("");
            JsonNode type = schema.path("type");
            boolean isText = type.isMissingNode() || type.asText().equals("string")
                    || type.valueStream().anyMatch(one -> one.asText().equals("string"));
            return isText && (schema.path("format").asText().equals("binary") || !media.isEmpty() && !media.startsWith("text/")
                            && !media.contains("json") && !schema.has("contentEncoding"));
        }

        /** Returns the media type of a file, or of the files of a list; empty if it is unknown, and null for what is no file. */
        static String fileType(JsonNode schema) {
            if (isFile(schema)) {
                return schema.path("contentMediaType").asText("");
            }
            return Stream.concat(Stream.of(schema.path("items")).filter(JsonNode::isObject),
                            Stream.of("allOf", "anyOf", "oneOf").flatMap(several -> schema.path(several).valueStream()))
                    .map(RequestSchema::fileType).filter(Objects::nonNull).findFirst().orElse(null);
        }

        private static void each(JsonNode node) {
            if (node instanceof ObjectNode schema) {
                of(schema);
            }
        }

        /** Adds null to the type and the enum. Beside keywords that may refuse it, such as allOf, null becomes the other alternative. */
        private static void allowNull(ObjectNode schema) {
            if (REFUSING.stream().anyMatch(schema::has)) {
                ObjectNode value = schema.deepCopy().remove(SHOWN).without("nullable");
                schema.retain(SHOWN);
                schema.putArray("anyOf").add(value).addObject().put("type", "null");
                return;
            }
            if (schema.path("type").isTextual() && !schema.path("type").asText().equals("null")) {
                schema.set("type", JsonNodeFactory.instance.arrayNode().add(schema.get("type")).add("null"));
            }
            if (schema.get("enum") instanceof ArrayNode values
                    && StreamSupport.stream(values.spliterator(), false).noneMatch(JsonNode::isNull)) {
                values.addNull();
            }
        }

        /** Leaves out what only the service sets. The schemas of allOf describe the same object. */
        private static void dropReadOnly(ObjectNode schema) {
            List<JsonNode> same = Stream.concat(Stream.of(schema), schema.path("allOf").valueStream()).toList();
            Set<String> gone = new HashSet<>();
            same.forEach(each -> each.path("properties").properties()
                    .removeIf(property -> property.getValue().path("readOnly").asBoolean() && gone.add(property.getKey())));
            same.forEach(each -> {
                if (!gone.isEmpty() && each.get("required") instanceof ArrayNode required) {
                    required.removeIf(name -> gone.contains(name.asText()));
                }
            });
        }
    }
}
