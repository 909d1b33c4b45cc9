package dev.caravan.source.openapi;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.call.tool.CompiledSchema;
import dev.caravan.json.JsonMappers;
import dev.caravan.json.SchemaLookup;
import dev.caravan.json.SchemaResolver;
import dev.caravan.routes.FileProblemException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.springframework.core.io.Resource;

/** An OpenAPI document, 3.0 or 3.1. References lead to places in the document only. */
record DescribedApi(ObjectNode root, SchemaLookup lookup) {

    private static final List<String> METHODS = List.of("get", "head", "post", "put", "patch", "delete");
    /** YAML reads 3.0 without quotes as the number 3. */
    private static final Pattern VERSION = Pattern.compile("3(\\.[01](\\..*)?)?");
    private static final String REF = "$ref";
    private static final int MOST_REFERENCES = 10;
    private static final JsonNode MISSING = JsonNodeFactory.instance.missingNode();

    /**
     * Reads a document.
     *
     * @throws FileProblemException if it is no OpenAPI document of version 3.0 or 3.1
     */
    static DescribedApi read(DocumentFile file) throws IOException, FileProblemException {
        ObjectNode root = file.read();
        String version = root.path("openapi").asText("");
        if (!VERSION.matcher(version).matches()) {
            String found = root.has("swagger") ? "this is Swagger " + root.get("swagger").asText() + "; convert it to OpenAPI 3.0 or 3.1"
                    : "openapi must be 3.0 or 3.1, got \"" + SchemaResolver.shown(version) + "\"";
            throw new FileProblemException(file.name(), 1, 0, found);
        }
        if (!(root.get("paths") instanceof ObjectNode)) {
            throw new FileProblemException(file.name(), 1, 0, "it has no paths, so no operations");
        }
        return new DescribedApi(root, SchemaLookup.ofInput(root));
    }

    /**
     * Returns a resolver of schemas in the document, for one operation.
     *
     * @param whole whether far references lead to definitions and are not cut
     */
    SchemaResolver resolver(boolean whole) {
        return new SchemaResolver(lookup, CompiledSchema::isPattern, whole);
    }

    /** Returns the target of a reference, or the node itself. Missing if the target is missing, or the references form a cycle. */
    JsonNode target(JsonNode described) {
        JsonNode at = described;
        for (int i = 0; at.path(REF).isTextual(); i++) {
            at = i == MOST_REFERENCES ? MISSING : lookup.find(at.get(REF).textValue()).orElse(MISSING);
        }
        return at;
    }

    JsonNode servers() {
        return root.path("servers");
    }

    /** Returns {name: security scheme}. */
    Map<String, JsonNode> securitySchemes() {
        Map<String, JsonNode> schemes = new LinkedHashMap<>();
        root.at("/components/securitySchemes").properties().forEach(scheme -> schemes.put(scheme.getKey(), target(scheme.getValue())));
        return schemes;
    }

    /** Returns the security requirements of an operation: alternatives of {scheme: scopes}. */
    JsonNode security(Operation operation) {
        return operation.described().has("security") ? operation.described().get("security") : root.path("security");
    }

    /** Returns the operations in the order of the document. */
    List<Operation> operations() {
        List<Operation> operations = new ArrayList<>();
        for (var path : root.get("paths").properties()) {
            if (path.getKey().startsWith("/") && target(path.getValue()) instanceof ObjectNode item) {
                for (String method : METHODS) {
                    if (item.get(method) instanceof ObjectNode described) {
                        operations.add(new Operation(id(described, method, path.getKey()), method.toUpperCase(Locale.ROOT),
                                path.getKey().replaceFirst("#.*", ""), described, item, parameters(item, described),
                                target(described.path("requestBody"))));
                    }
                }
            }
        }
        return operations;
    }

    /** Returns the paths that are a reference without a target in this document. */
    List<String> lost() {
        return root.get("paths").propertyStream().filter(path -> target(path.getValue()).isMissingNode()).map(Map.Entry::getKey).toList();
    }

    private static String id(ObjectNode described, String method, String path) {
        String given = described.path("operationId").asText("").strip();
        String id = given.isEmpty() ? method + path : given;
        return id.replaceAll("[^A-Za-z0-9_./:-]+", "_").replaceAll("^_+|(?<!_)_+$", "");
    }

    /** Returns the parameters. Those of the operation replace those of the path item with the same name and place. */
    private List<JsonNode> parameters(ObjectNode item, ObjectNode described) {
        Map<String, JsonNode> parameters = new LinkedHashMap<>();
        for (ObjectNode from : List.of(item, described)) {
            for (JsonNode listed : from.path("parameters")) {
                JsonNode parameter = target(listed);
                parameters.put(parameter.path("in").asText() + " " + parameter.path("name").asText(), parameter);
            }
        }
        return List.copyOf(parameters.values());
    }

    /**
     * An operation of an OpenAPI document.
     *
     * @param id         {@code operationId}, or a name made of method and path
     * @param method     HTTP method, in upper case
     * @param path       path with placeholders, such as {@code /users/{id}}, without a fragment
     * @param described  the operation object
     * @param item       the path item
     * @param parameters parameters of path item and operation, without references
     * @param body       request body, without a reference; missing if there is none
     */
    record Operation(String id, String method, String path, ObjectNode described, ObjectNode item, List<JsonNode> parameters,
            JsonNode body) {

        List<String> tags() {
            return described.path("tags").valueStream().map(JsonNode::asText).toList();
        }
    }

    /**
     * The text of an OpenAPI document, in YAML or JSON. Nothing else is read, whatever the document refers to.
     *
     * @param name     name of the file, for messages
     * @param maxBytes maximum size
     */
    record DocumentFile(String name, boolean isJson, Resource content, long maxBytes) {

        private ObjectMapper mapper() {
            return isJson ? JsonMappers.written() : JsonMappers.yamlDocuments((int) Math.min(Integer.MAX_VALUE, maxBytes));
        }

        /** Reads the whole document. */
        ObjectNode read() throws IOException, FileProblemException {
            if (content.contentLength() > maxBytes) {
                throw new FileProblemException(name, 0, 0,
                        "it has " + content.contentLength() + " bytes; caravan.apis.max-document allows " + maxBytes);
            }
            try (InputStream in = content.getInputStream()) {
                if (mapper().readTree(in) instanceof ObjectNode object) {
                    return object;
                }
                throw new FileProblemException(name, 1, 0, "an OpenAPI document is an object with openapi, info and paths");
            } catch (JsonProcessingException e) {
                throw FileProblemException.of(name, e);
            } catch (OutOfMemoryError e) { // a document that is too large for the heap must not end the gateway
                throw new FileProblemException(name, 0, 0,
                        "it needs more memory than the heap has. Lower caravan.apis.max-document, or raise the heap");
            } catch (StackOverflowError e) {
                throw new FileProblemException(name, 0, 0, "it is nested too deep");
            }
        }
    }
}
