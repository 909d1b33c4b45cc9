package dev.caravan.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.springframework.stereotype.Component;

/**
 * Checks what every request of revision 2026-07-28 must carry, in the specification's order. These are metadata in {@code _meta} and, on
 * HTTP, headers that mirror the body for intermediaries. The body is authoritative; a header that differs is refused.
 */
@Component
class ModernRules {

    /** {method: the parameter that its {@code Mcp-Name} header mirrors}. */
    private static final Map<String, String> NAMED = Map.of(
            "tools/call", "name",
            "prompts/get", "name",
            "resources/read", "uri",
            "tasks/get", "taskId",
            "tasks/update", "taskId",
            "tasks/cancel", "taskId");

    void check(McpRequest request, Message message) throws McpException {
        boolean http = message.getHeader(Exchange.HTTP_METHOD) != null;
        String version = version(request);
        if (http) {
            checkMirrored(Headers.PROTOCOL_VERSION, header(message, Headers.PROTOCOL_VERSION), version);
        }
        if (Revision.of(version).filter(Revision::isModern).isEmpty()) {
            throw McpException.unsupportedVersion(version);
        }
        if (http) {
            checkMirrored(Headers.METHOD, header(message, Headers.METHOD), request.method());
            checkName(request, message);
        }
        JsonNode logLevel = request.meta().get(Headers.META_LOG_LEVEL);
        if (logLevel != null && LogLevel.of(logLevel.textValue()).isEmpty()) {
            throw McpException.invalidParams("Invalid params: " + Headers.META_LOG_LEVEL + " must be one of " + LogLevel.words());
        }
    }

    private static String version(McpRequest request) throws McpException {
        JsonNode meta = request.params().path("_meta");
        JsonNode version = meta.path(Headers.META_PROTOCOL_VERSION);
        if (!version.isTextual()) {
            throw McpException.missingMetadata("Invalid params: _meta requires " + Headers.META_PROTOCOL_VERSION + ", a string");
        }
        if (!meta.path(Headers.META_CLIENT_CAPABILITIES).isObject()) {
            throw McpException.missingMetadata("Invalid params: _meta requires " + Headers.META_CLIENT_CAPABILITIES + ", an object");
        }
        return version.textValue();
    }

    private static void checkName(McpRequest request, Message message) throws McpException {
        String parameter = NAMED.get(request.method());
        if (parameter == null) {
            return;
        }
        JsonNode named = request.params().get(parameter);
        String header = header(message, Headers.NAME);
        if (named == null && header != null) {
            throw McpException.headerMismatch("Header " + Headers.NAME + " differs from params." + parameter + " of the body");
        }
        if (named != null) {
            checkMirrored(Headers.NAME, header == null ? null : HeaderValue.decode(Headers.NAME, header), named.asText());
        }
    }

    private static void checkMirrored(String name, String header, String body) throws McpException {
        if (header == null) {
            throw McpException.headerMismatch("Header " + name + " is missing; requests of this revision require it");
        }
        if (!header.equals(body)) {
            throw McpException.headerMismatch("Header " + name + " differs from the body. Send the same value in both");
        }
    }

    private static String header(Message message, String name) {
        String value = message.getHeader(name, String.class);
        return value == null ? null : value.trim();
    }
}
