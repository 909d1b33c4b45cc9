package dev.caravan.mcp;

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

    private Headers() {
    }
}
