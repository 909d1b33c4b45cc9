package dev.caravan.tool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Error;
import com.networknt.schema.path.NodePath;
import dev.caravan.envelope.ErrorCode;
import dev.caravan.envelope.Text;
import dev.caravan.envelope.ToolException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.springframework.stereotype.Component;

/**
 * Fills in the defaults of the tool's schema and checks the arguments against it. If the schema refuses a null or an empty object for an
 * optional argument, the argument counts as absent.
 */
@Component
class ValidateArguments {

    /** Limits the nesting at which arguments are removed. */
    private static final int DEEPEST = 4;

    void validate(ToolCall call) throws ToolException {
        List<Error> errors = errors(call.tool().spec(), call.arguments());
        if (!errors.isEmpty()) {
            throw new ToolException(ErrorCode.INVALID_ARGUMENT,
                    Text.words(ArgumentErrors.sentence(errors, call.locale())),
                    ArgumentErrors.detail(errors, call.locale()));
        }
    }

    private static List<Error> errors(ToolSpec spec, ObjectNode arguments) {
        Map<String, Runnable> leftOut = new LinkedHashMap<>();
        List<Error> errors = withDefaults(spec, arguments);
        for (int level = 0; level < DEEPEST && leaveOut(errors, arguments, leftOut); level++) {
            errors = withDefaults(spec, arguments);
        }
        List<Runnable> required = errors.stream().filter(error -> "required".equals(error.getKeyword()))
                .map(error -> leftOut.get(error.getInstanceLocation() + "/" + error.getProperty())).filter(Objects::nonNull).toList();
        if (required.isEmpty()) {
            return errors;
        }
        required.forEach(Runnable::run);
        return spec.arguments().validate(arguments);
    }

    private static List<Error> withDefaults(ToolSpec spec, ObjectNode arguments) {
        spec.properties().forEach(property -> {
            JsonNode given = property.getValue().get("default");
            if (given != null && !arguments.has(property.getKey())) {
                arguments.set(property.getKey(), given.deepCopy());
            }
        });
        return spec.arguments().validate(arguments);
    }

    /**
     * Removes refused values that count as absent.
     *
     * @param undo {JSON Pointer: how to put the value back}
     * @return whether anything was removed
     */
    private static boolean leaveOut(List<Error> errors, ObjectNode arguments, Map<String, Runnable> undo) {
        int before = undo.size();
        for (Error error : errors) {
            NodePath place = error.getInstanceLocation();
            JsonNode value = error.getInstanceNode();
            if (isAbsent(value, error) && isDeclared(place, error) && arguments.at(place.getParent().toString()) instanceof ObjectNode parent) {
                String name = place.getName(-1);
                parent.remove(name);
                undo.putIfAbsent(place.toString(), () -> putBack(parent, name, value));
            }
        }
        return undo.size() > before;
    }

    /** Puts a required value back: an object so that its missing members are reported, a null so that it is reported as missing. */
    private static void putBack(ObjectNode parent, String name, JsonNode value) {
        if (!value.isNull()) {
            parent.set(name, value);
        }
    }

    private static boolean isAbsent(JsonNode value, Error error) {
        return value != null && (value.isNull()
                || value.isObject() && value.isEmpty() && ("required".equals(error.getKeyword()) || "minProperties".equals(error.getKeyword())));
    }

    /** Returns whether a schema declares the member in its properties. Other members are data, in which null may have a meaning. */
    private static boolean isDeclared(NodePath place, Error error) {
        return place.getNameCount() > 0 && (error.getEvaluationPath() + "/").contains("/properties/" + place.getName(-1) + "/");
    }
}
