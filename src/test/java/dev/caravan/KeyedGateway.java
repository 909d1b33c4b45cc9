package dev.caravan;

/**
 * Builds the gateway of tests whose callers have API keys: all their keys, scopes of tags and limits in one, so that they share it. A limit
 * for one caller counts for each key alone.
 */
public final class KeyedGateway {

    public static final int CALLS_PER_CALLER = 2;

    /** Have the scopes of all tests, no tags. */
    public static final String ALL = "kAll-4f3c0c6f0b1e4c5f9f0e";
    /** May only read. */
    public static final String READER = "kReader-9a3f77de21b84d0c";
    /** May only call. */
    public static final String CALLER = "kCaller-9a3f77de21b84d0c";
    /** May read and call, without the scope of any tag. */
    public static final String UNSCOPED = "kUnscoped-0c7d3f2d6c8b";
    /** Has the tag {@code documents}, and the name {@code writer}. */
    public static final String DOCUMENTS = "kDocuments-51c2e8d09b7a";
    /** Has the tags {@code graph} and {@code tools}, and the scope of {@code papers}. */
    public static final String GRAPH = "kGraph-61e1c6f0a95d4c1b";
    /** May read and call. */
    public static final String ALICE = "kAlice-4f3c0c6f0b1e4c5f9f0e";
    public static final String BOB = "kBob-9a3f77de21b84d0c";
    public static final String ANN = "kAnn-1f3c0c6f0b1e4c5f9f0e";
    public static final String BEN = "kBen-2a3f77de21b84d0c33aa";
    /** May only read. */
    public static final String DAN = "kDan-3f3c0c6f0b1e4c5f9f0e";
    public static final String EVE = "kEve-4a3f77de21b84d0c33aa";
    public static final String FAY = "kFay-5a3f77de21b84d0c33ab";

    private KeyedGateway() {
    }

    /** Builds it with the repository's entry and call routes. The tags {@code papers} and {@code nodes} need scopes. */
    public static OwnGateway.Builder builder() {
        return OwnGateway.withEntries().shared()
                .settings("security.instance-keys-suffice=true", "security.failed-logins.attempts=0",
                        "security.tag-scopes.papers=tools:papers", "security.tag-scopes.nodes=tools:nodes",
                        "tools.max-in-flight-per-caller=" + CALLS_PER_CALLER, "tools.max-in-flight=" + (CALLS_PER_CALLER + 1),
                        "http.max-requests-per-caller=" + 2 * CALLS_PER_CALLER, "conversation.max-subscriptions-per-caller=10KB",
                        "conversation.max-subscriptions=20KB", "mcp.batch-timeout=1ms")
                .apiKey("all", ALL, "tools:read,tools:call,tools:papers,tools:nodes")
                .apiKey("reader", READER, "tools:read").set("security.keys[1].sha256", OwnGateway.sha256(READER).toUpperCase())
                .apiKey("writer", DOCUMENTS, "tools:read,tools:call").set("security.keys[2].tags", "documents")
                .apiKey("graph", GRAPH, "tools:read,tools:call,tools:papers").set("security.keys[3].tags", "graph,tools")
                .apiKey("caller", CALLER, "tools:call").apiKey("unscoped", UNSCOPED, "tools:read,tools:call")
                .apiKey("alice", ALICE, "tools:read,tools:call").apiKey("bob", BOB, "tools:read,tools:call")
                .apiKey("ann", ANN, "tools:read,tools:call").apiKey("ben", BEN, "tools:read,tools:call")
                .apiKey("dan", DAN, "tools:read").apiKey("eve", EVE, "tools:read").apiKey("fay", FAY, "tools:read");
    }
}
