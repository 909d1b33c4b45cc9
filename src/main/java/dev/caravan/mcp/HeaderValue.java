package dev.caravan.mcp;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.regex.Pattern;

/** Mirrored header values: literal, or {@code =?base64?…?=} around the standard, strictly padded Base64 of UTF-8 (MCP 2026-07-28). */
public final class HeaderValue {

    private static final String START = "=?base64?";
    private static final String END = "?=";
    /** Checked by form, since Java's decoder lets missing padding pass. */
    private static final Pattern BASE64 = Pattern.compile("(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?");

    private HeaderValue() {
    }

    /** @throws McpException header mismatch, if the value isn't printable ASCII or its Base64 is malformed */
    public static String decode(String name, String value) throws McpException {
        if (!value.chars().allMatch(c -> c == '\t' || c >= 0x20 && c <= 0x7E)) {
            throw McpException.headerMismatch("Header " + name + " has bytes outside ASCII: encode it as " + START + "…" + END);
        }
        if (!value.startsWith(START) || !value.endsWith(END) || value.length() < START.length() + END.length()) {
            return value;
        }
        String encoded = value.substring(START.length(), value.length() - END.length());
        if (!BASE64.matcher(encoded).matches()) {
            throw McpException.headerMismatch("Header " + name + " is not well-formed Base64");
        }
        try {
            return StandardCharsets.UTF_8.newDecoder()
                    .decode(ByteBuffer.wrap(Base64.getDecoder().decode(encoded))).toString();
        } catch (CharacterCodingException e) {
            throw McpException.headerMismatch("Header " + name + " is not the Base64 of UTF-8");
        }
    }
}
