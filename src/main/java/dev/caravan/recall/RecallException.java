package dev.caravan.recall;

import dev.caravan.envelope.ErrorCode;
import dev.caravan.envelope.Text;
import dev.caravan.envelope.ToolException;
import java.util.LinkedHashMap;
import java.util.Map;

/** The failure of a step of a recall. Over MCP, its {@code detail} also has the name, in {@code code}. */
public final class RecallException extends ToolException {

    private final Kind error;

    RecallException(Kind error, Text text, Map<String, ?> details) {
        super(error.code(), text, named(error, details));
        this.error = error;
    }

    /** Says that a field of the request is wrong. */
    static RecallException invalid(String field, String key, Object... arguments) {
        Object[] all = new Object[arguments.length + 1];
        all[0] = field;
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        return new RecallException(Kind.INVALID, Text.of("recall.invalid." + key, all), Map.of("field", field));
    }

    /** Makes a failure of a local service, in these words. */
    public static RecallException of(Kind error, String words) {
        return new RecallException(error, Text.words(words), Map.of());
    }

    private static Map<String, Object> named(Kind error, Map<String, ?> details) {
        Map<String, Object> named = new LinkedHashMap<>();
        named.put("code", error.wireName());
        named.putAll(details);
        return named;
    }

    Kind error() {
        return error;
    }

    /** The failures of a recall or of a call through the MCP proxy, with their HTTP status and name in document 2, section 7. */
    public enum Kind {
        INVALID(400, "Public.BadRequest", ErrorCode.INVALID_ARGUMENT, "invalid"),
        UNSUPPORTED_TYPE(400, "ErrExtActionRecallUnsupportedType", ErrorCode.INVALID_ARGUMENT, "unsupported"),
        FORBIDDEN(403, "Public.Forbidden", ErrorCode.FORBIDDEN, "forbidden"),
        /** A local service has no such network, action type, toolbox, tool or MCP server. */
        NOT_FOUND(404, "Public.NotFound", ErrorCode.NOT_FOUND, "invalid"),
        TOOL_NOT_FOUND(404, "ErrExtActionRecallToolNotFound", ErrorCode.NOT_FOUND, "toolNotFound"),
        SCHEMA_CONVERT_FAILED(500, "ErrExtActionRecallSchemaConvertFailed", ErrorCode.INTERNAL_ERROR, "schema"),
        INTERNAL(500, "Public.InternalServerError", ErrorCode.INTERNAL_ERROR, "internal"),
        /** The tools of an MCP server can't be listed or called. */
        MCP_CALL_FAILED(502, "ErrExtActionRecallMCPCallFailed", ErrorCode.UPSTREAM_ERROR, "upstream"),
        /** Ontology Query failed, or AOI failed to describe a toolbox's tool. */
        SERVICE_FAILED(502, "ErrExtCommonExternalServerError", ErrorCode.UPSTREAM_ERROR, "upstream");

        private final int status;
        private final String name;
        private final ErrorCode code;
        private final String solution;

        Kind(int status, String name, ErrorCode code, String solution) {
            this.status = status;
            this.name = name;
            this.code = code;
            this.solution = solution;
        }

        int status() {
            return status;
        }

        /** Returns the {@code code} of the answer. */
        String wireName() {
            return name;
        }

        /** Returns the error code of the MCP tool. */
        ErrorCode code() {
            return code;
        }

        /** Returns the key of the message that says what to do. */
        String solution() {
            return "recall.solution." + solution;
        }
    }
}
