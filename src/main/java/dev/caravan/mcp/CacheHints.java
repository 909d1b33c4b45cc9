package dev.caravan.mcp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.springframework.stereotype.Component;

/** Adds to cacheable results how long and by whom they may be cached (MCP 2026-07-28, caching). Older revisions have no such hints. */
@Component
public class CacheHints {

    public static final String PUBLIC = "public";
    public static final String PRIVATE = "private";

    private final long ttlMs;

    CacheHints(McpProperties properties) {
        this.ttlMs = properties.listTtl().toMillis();
    }

    /** Returns the cache scope of a list whose entries depend on these rights. */
    public static String scope(ToolRights rights) {
        return rights == ToolRights.ALL ? PUBLIC : PRIVATE;
    }

    /** @param scope {@link #PRIVATE} when the result may depend on the caller */
    public void add(ObjectNode result, Revision revision, String scope) {
        if (revision.isModern()) {
            result.put("ttlMs", ttlMs).put("cacheScope", scope);
        }
    }
}
