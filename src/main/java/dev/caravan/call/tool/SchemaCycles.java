package dev.caravan.call.tool;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Finds schemas that refer to themselves at the same value, such as {@code {"$ref":"#"}}. Their validation would never end. */
final class SchemaCycles {

    private static final List<String> REFERENCES = List.of("$ref", "$dynamicRef", "$recursiveRef");
    private static final List<String> ONE = List.of("not", "if", "then", "else");
    private static final List<String> SEVERAL = List.of("allOf", "anyOf", "oneOf", "dependentSchemas");

    private final JsonNode root;
    private final Map<JsonNode, Boolean> open = new IdentityHashMap<>();
    private final Set<JsonNode> done = Collections.newSetFromMap(new IdentityHashMap<>());

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
        if (!schema.isObject() || done.contains(schema)) {
            return;
        }
        if (open.put(schema, true) != null) {
            throw new IllegalArgumentException("it refers to itself at the same value, so its validation would never end");
        }
        atTheSameValue(schema).forEach(this::visit);
        open.remove(schema);
        done.add(schema);
    }

    private List<JsonNode> atTheSameValue(JsonNode schema) {
        List<JsonNode> others = new ArrayList<>();
        for (String name : REFERENCES) {
            String reference = schema.path(name).asText("");
            if (reference.equals("#")) {
                others.add(root);
            } else if (reference.startsWith("#/")) {
                others.add(root.at(JsonPointer.compile(reference.substring(1))));
            }
        }
        ONE.forEach(name -> others.add(schema.path(name)));
        SEVERAL.forEach(name -> schema.path(name).forEach(others::add));
        return others;
    }
}
