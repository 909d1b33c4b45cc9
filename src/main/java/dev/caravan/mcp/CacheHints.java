package dev.caravan.mcp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.springframework.stereotype.Component;

/** Says on results that may be kept how long and by whom (MCP 2026-07-28, caching); older revisions have no such hints. */
@Component
public class CacheHints {

    public static final String PUBLIC = "public";
    public static final String PRIVATE = "private";

    private final long ttlMs;

    CacheHints(McpProperties properties) {
        this.ttlMs = properties.listTtl().toMillis();
    }

    /** The scope of a list that shows what a caller with these rights may see. */
    public static String scope(ToolRights rights) {
        return rights == ToolRights.ALL ? PUBLIC : PRIVATE;
    }

    /** @param scope {@link #PRIVATE} where the result may depend on the caller */
    public void add(ObjectNode result, Revision revision, String scope) {
        if (revision.isModern()) {
            result.put("ttlMs", ttlMs).put("cacheScope", scope);
        }
    }
}
