package dev.caravan.call.tool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Error;
import com.networknt.schema.path.NodePath;
import dev.caravan.envelope.ErrorCode;
import dev.caravan.envelope.Text;
import dev.caravan.envelope.ToolException;
import java.util.List;
import org.springframework.stereotype.Component;

/**
 * Fills in the defaults of the tool's schema and checks the arguments against it. An argument whose null the schema refuses counts as left
 * out. Nothing else is changed.
 */
@Component
class ValidateArguments {

    void validate(ToolCall call) throws ToolException {
        List<Error> errors = errors(call.tool().spec(), call.arguments());
        if (!errors.isEmpty()) {
            throw new ToolException(ErrorCode.INVALID_ARGUMENT,
                    Text.words(ArgumentErrors.sentence(errors, call.locale())),
                    ArgumentErrors.detail(errors, call.locale()));
        }
    }

    private static List<Error> errors(ToolSpec spec, ObjectNode arguments) {
        List<Error> errors = withDefaults(spec, arguments);
        List<String> nulls = errors.stream().filter(ValidateArguments::isDeclaredNull)
                .map(error -> error.getInstanceLocation().getName(-1)).toList();
        if (nulls.isEmpty()) {
            return errors;
        }
        arguments.remove(nulls);
        return withDefaults(spec, arguments);
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

    /** Whether the error is that of a null as an argument that a schema declares. Deeper, and under other names, null is data. */
    private static boolean isDeclaredNull(Error error) {
        NodePath place = error.getInstanceLocation();
        return place.getNameCount() == 1 && error.getInstanceNode() != null && error.getInstanceNode().isNull()
                && (error.getEvaluationPath() + "/").contains("/properties/" + place.getName(-1) + "/");
    }
}
