package dev.caravan.recall.local;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Objects, and the actions on them, as a file has them. Wrong content is refused with a message that begins with its place.
 *
 * @param comment what it is about; empty if the file does not say
 */
record KnowledgeNetwork(String id, String name, String comment, List<ObjectType> objectTypes, List<ActionType> actionTypes) {

    KnowledgeNetwork {
        name = name == null ? id : name;
        comment = Objects.requireNonNullElse(comment, "");
        objectTypes = Objects.requireNonNullElse(objectTypes, List.of());
        actionTypes = Objects.requireNonNullElse(actionTypes, List.of());
    }

    /**
     * Checks what the parts can't know. Unknown members are told first, since a wrong name may be the reason.
     *
     * @param file its name without the ending
     */
    KnowledgeNetwork checked(String file) {
        required("id", id);
        check(id.equals(file), "id must be the name of the file: " + file);
        List<String> known = objectTypes.stream().map(ObjectType::id).toList();
        check(new HashSet<>(known).size() == known.size(), "object_types must have unique ids");
        check(actionTypes.stream().map(ActionType::id).distinct().count() == actionTypes.size(), "action_types must have unique ids");
        for (int i = 0; i < actionTypes.size(); i++) {
            check(known.contains(actionTypes.get(i).objectType()), "action_types[" + i + "].object_type is an unknown object type: "
                    + actionTypes.get(i).objectType());
        }
        return this;
    }

    Optional<ActionType> actionType(String wanted) {
        return actionTypes.stream().filter(type -> type.id().equals(wanted)).findFirst();
    }

    /** Returns the type of an action's objects. */
    ObjectType objectType(ActionType action) {
        return objectTypes.stream().filter(type -> type.id().equals(action.objectType())).findFirst().orElseThrow();
    }

    private static void required(String place, String text) {
        check(text != null && !text.isBlank(), place + " is required");
    }

    private static void check(boolean isRight, String otherwise) {
        if (!isRight) {
            throw new IllegalArgumentException(otherwise);
        }
    }

    /**
     * Objects of one kind.
     *
     * @param primaryKeys names of the properties that identify an object
     * @param objects     each {@code {property: value}}
     */
    record ObjectType(String id, String name, List<String> primaryKeys, List<ObjectNode> objects) {

        ObjectType {
            required("id", id);
            name = Objects.requireNonNullElse(name, id);
            objects = Objects.requireNonNullElse(objects, List.of());
            check(primaryKeys != null && !primaryKeys.isEmpty(), "primary_keys must have at least one name");
            for (int i = 0; i < objects.size(); i++) {
                for (String key : primaryKeys) {
                    required("objects[" + i + "]." + key, objects.get(i).path(key).asText(""));
                }
            }
        }

        /** Finds the object with these values. The identity must have all primary keys, and may have other properties. */
        Optional<ObjectNode> find(JsonNode identity) {
            return objects.stream().filter(object -> primaryKeys.stream().allMatch(identity::has) && identity.properties().stream()
                    .allMatch(member -> object.has(member.getKey())
                            && object.get(member.getKey()).asText().equals(member.getValue().asText()))).findFirst();
        }
    }

    /**
     * An action on the objects of a type.
     *
     * @param comment      what it does; empty if the file does not say
     * @param objectType   id of the type
     * @param actionSource the answered source, {@code {type, …}}
     */
    record ActionType(String id, String name, String comment, String objectType, ObjectNode actionSource, List<Parameter> parameters) {

        ActionType {
            required("id", id);
            name = Objects.requireNonNullElse(name, id);
            comment = Objects.requireNonNullElse(comment, "");
            parameters = Objects.requireNonNullElse(parameters, List.of());
            required("object_type", objectType);
            required("action_source.type", actionSource == null ? null : actionSource.path("type").asText(""));
        }

        /**
         * Returns {@code {parameters, dynamic_params}}: the values that the action fixes for the object, and null for each value that the
         * caller gives.
         */
        ObjectNode on(ObjectNode object) {
            ObjectNode action = JsonNodeFactory.instance.objectNode();
            ObjectNode fixed = action.putObject("parameters");
            ObjectNode dynamic = action.putObject("dynamic_params");
            for (Parameter parameter : parameters) {
                if (parameter.valueFrom().equals("input")) {
                    dynamic.putNull(parameter.name());
                } else if (parameter.valueFrom().equals("const")) {
                    fixed.set(parameter.name(), parameter.value());
                } else if (object.has(parameter.value().asText())) {
                    fixed.set(parameter.name(), object.get(parameter.value().asText()));
                }
            }
            return action;
        }
    }

    /**
     * A parameter of an action.
     *
     * @param valueFrom origin of the value: the object ({@code property}), the file ({@code const}), or the caller ({@code input})
     * @param value     name of the property, or the constant
     */
    record Parameter(String name, String valueFrom, JsonNode value) {

        Parameter {
            required("name", name);
            required("value_from", valueFrom);
            check(Set.of("property", "const", "input").contains(valueFrom), "value_from must be property, const or input");
            check(value != null || valueFrom.equals("input"), "value is required for value_from: " + valueFrom);
        }
    }
}
