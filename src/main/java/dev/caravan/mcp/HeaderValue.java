package dev.caravan.mcp;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.regex.Pattern;

/** Decodes mirrored header values: literal text, or strictly padded Base64 of UTF-8 as {@code =?base64?…?=} (MCP 2026-07-28). */
public final class HeaderValue {

    private static final String START = "=?base64?";
    private static final String END = "?=";
    /** Checks the padding, because Java's decoder accepts Base64 without it. */
    private static final Pattern BASE64 = Pattern.compile("(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?");

    private HeaderValue() {
    }

    /**
     * Decodes one header value.
     *
     * @throws McpException header mismatch, if the value isn't printable ASCII or its Base64 is malformed
     */
    public static String decode(String name, String value) throws McpException {
        if (!value.chars().allMatch(c -> c == '\t' || c >= 0x20 && c <= 0x7E)) {
            throw McpException.headerMismatch("Header " + name + " has characters outside printable ASCII. Encode the value as " + START + "…" + END);
        }
        if (!value.startsWith(START) || !value.endsWith(END) || value.length() < START.length() + END.length()) {
            return value;
        }
        String encoded = value.substring(START.length(), value.length() - END.length());
        if (!BASE64.matcher(encoded).matches()) {
            throw McpException.headerMismatch("Header " + name + " is not valid Base64. Use the standard alphabet with padding");
        }
        try {
            return StandardCharsets.UTF_8.newDecoder()
                    .decode(ByteBuffer.wrap(Base64.getDecoder().decode(encoded))).toString();
        } catch (CharacterCodingException e) {
            throw McpException.headerMismatch("Header " + name + " is not Base64 of UTF-8 text");
        }
    }
}
