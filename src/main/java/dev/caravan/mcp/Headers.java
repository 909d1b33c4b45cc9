package dev.caravan.mcp;

/** Names of HTTP headers and {@code _meta} keys that the protocol defines. */
public final class Headers {

    public static final String PROTOCOL_VERSION = "MCP-Protocol-Version";
    public static final String METHOD = "Mcp-Method";
    public static final String NAME = "Mcp-Name";
    /** Of legacy revisions. */
    public static final String SESSION = "Mcp-Session-Id";
    public static final String LAST_EVENT = "Last-Event-ID";

    /** {@code _meta} keys of a modern request. */
    public static final String META_PROTOCOL_VERSION = "io.modelcontextprotocol/protocolVersion";
    public static final String META_CLIENT_CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";
    public static final String META_LOG_LEVEL = "io.modelcontextprotocol/logLevel";
    /** {@code _meta} key of whatever is heard on a stream that a request has opened. */
    public static final String META_SUBSCRIPTION_ID = "io.modelcontextprotocol/subscriptionId";
    /** {@code _meta} key of a modern result. */
    public static final String META_SERVER_INFO = "io.modelcontextprotocol/serverInfo";

    private Headers() {
    }
}
