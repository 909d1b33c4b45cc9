package dev.caravan.recall.local;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * What can be done with the objects of a type.
 *
 * @param source as it is answered: {@code {type, …}}
 */
record ActionType(String id, ObjectType objectType, ObjectNode source, List<Parameter> parameters) {

    /** Where a value comes from: the object, the file, or whoever acts. */
    enum ValueFrom { PROPERTY, CONST, INPUT }

    /** @param value the property's name, or the constant */
    record Parameter(String name, ValueFrom from, JsonNode value) {
    }

    /** {@code {parameters, dynamic_params}}: values that are fixed for the object, and null for each that is to be given. */
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
