package dev.caravan.recall;

import dev.caravan.envelope.Text;
import dev.caravan.envelope.ToolException;
import java.util.LinkedHashMap;
import java.util.Map;

/** The failure of a step of a recall. Over MCP, its {@code detail} also has the name, in {@code code}. */
final class RecallException extends ToolException {

    private final RecallError error;

    RecallException(RecallError error, Text text, Map<String, ?> details) {
        super(error.code(), text, named(error, details));
        this.error = error;
    }

    /** Says that a field of the request is wrong. */
    static RecallException invalid(String field, String key, Object... arguments) {
        Object[] all = new Object[arguments.length + 1];
        all[0] = field;
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        return new RecallException(RecallError.INVALID, Text.of("recall.invalid." + key, all), Map.of("field", field));
    }

    private static Map<String, Object> named(RecallError error, Map<String, ?> details) {
        Map<String, Object> named = new LinkedHashMap<>();
        named.put("code", error.wireName());
        named.putAll(details);
        return named;
    }

    RecallError error() {
        return error;
    }
}
