package dev.caravan.recall.local;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * An action on the objects of a type.
 *
 * @param comment what it does; empty if the file does not say
 * @param source  the answered source, {@code {type, …}}
 */
record ActionType(String id, String name, String comment, ObjectType objectType, ObjectNode source, List<Parameter> parameters) {

    /** The origin of a value: the object, the file, or the acting caller. */
    enum ValueFrom { PROPERTY, CONST, INPUT }

    /** @param value name of the property, or the constant */
    record Parameter(String name, ValueFrom from, JsonNode value) {
    }

    /** Returns {@code {parameters, dynamic_params}}: the values that the action fixes for the object, and null for each value that the caller gives. */
    ObjectNode on(ObjectNode object) {
        ObjectNode action = JsonNodeFactory.instance.objectNode();
        ObjectNode fixed = action.putObject("parameters");
        ObjectNode dynamic = action.putObject("dynamic_params");
        for (Parameter parameter : parameters) {
            switch (parameter.from()) {
                case PROPERTY -> {
                    JsonNode value = object.get(parameter.value().asText());
                    if (value != null) {
                        fixed.set(parameter.name(), value);
                    }
                }
                case CONST -> fixed.set(parameter.name(), parameter.value());
                case INPUT -> dynamic.putNull(parameter.name());
            }
        }
        return action;
    }
}
