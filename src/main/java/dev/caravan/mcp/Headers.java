package dev.caravan.mcp;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.regex.Pattern;

/** Names the HTTP headers and {@code _meta} keys of the protocol. */
public final class Headers {

    public static final String PROTOCOL_VERSION = "MCP-Protocol-Version";
    public static final String METHOD = "Mcp-Method";
    public static final String NAME = "Mcp-Name";
    /** Names the session; legacy revisions only. */
    public static final String SESSION = "Mcp-Session-Id";
    public static final String LAST_EVENT = "Last-Event-ID";

    /** Names the protocol version in the {@code _meta} of a modern request. */
    public static final String META_PROTOCOL_VERSION = "io.modelcontextprotocol/protocolVersion";
    public static final String META_CLIENT_CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";
    public static final String META_LOG_LEVEL = "io.modelcontextprotocol/logLevel";
    /** Names the request that opened the stream, in the {@code _meta} of each message on it. */
    public static final String META_SUBSCRIPTION_ID = "io.modelcontextprotocol/subscriptionId";
    /** Names the server, in the {@code _meta} of a modern result. */
    public static final String META_SERVER_INFO = "io.modelcontextprotocol/serverInfo";

    private static final String START = "=?base64?";
    private static final String END = "?=";
    /** Checks the padding, because Java's decoder accepts Base64 without it. */
    private static final Pattern BASE64 = Pattern.compile("(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?");

    private Headers() {
    }

    /**
     * Decodes a mirrored header value: literal text, or strictly padded Base64 of UTF-8 as {@code =?base64?…?=} (MCP 2026-07-28).
     *
     * @throws McpException header mismatch, if the value isn't printable ASCII or its Base64 is malformed
     */
    public static String decode(String name, String value) throws McpException {
        if (!value.chars().allMatch(c -> c == '\t' || c >= 0x20 && c <= 0x7E)) {
            throw McpException.headerMismatch(
                    "Header " + name + " has characters outside printable ASCII. Encode the value as " + START + "…" + END);
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
