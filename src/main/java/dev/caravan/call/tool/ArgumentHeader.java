package dev.caravan.call.tool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.mcp.HeaderValue;
import dev.caravan.mcp.McpException;
import java.math.BigDecimal;
import java.util.List;
import org.apache.camel.Message;

/**
 * An argument that an HTTP header mirrors for intermediaries (MCP 2026-07-28, tools, {@code x-mcp-header}). The body is authoritative; a
 * header that differs is refused.
 *
 * @param path    names of members, from the arguments to the value
 * @param header  for example {@code Mcp-Param-Region}
 * @param integer whether values are compared as numbers: 42.0 equals 42
 */
record ArgumentHeader(List<String> path, String header, boolean integer) {

    private static final int LONGEST_NUMBER = 64;

    /**
     * Compares the header with the argument.
     *
     * @throws McpException header mismatch
     */
    void check(ObjectNode arguments, Message message) throws McpException {
        JsonNode value = arguments;
        for (String member : path) {
            value = value.path(member);
        }
        boolean given = !value.isMissingNode() && !value.isNull();
        String sent = message.getHeader(header, String.class);
        if (sent == null && given) {
            throw McpException.headerMismatch("Header " + header + " is missing; it must repeat the argument");
        }
        if (sent != null && !given) {
            throw McpException.headerMismatch("Header " + header + " repeats an argument that the body does not have");
        }
        if (given && !isSame(value, HeaderValue.decode(header, sent.trim()))) {
            throw McpException.headerMismatch("Header " + header + " differs from the argument in the body. Send the same value in both");
        }
    }

    private boolean isSame(JsonNode value, String sent) {
        String text = value.isContainerNode() ? value.toString() : value.asText();
        if (!integer || !value.isNumber() || sent.length() > LONGEST_NUMBER) {
            return text.equals(sent);
        }
        try {
            return value.decimalValue().compareTo(new BigDecimal(sent)) == 0;
        } catch (NumberFormatException e) {
            return false;
        }
    }
}
