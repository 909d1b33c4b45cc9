package dev.caravan.mcp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.security.Caller;
import org.apache.camel.Exchange;
import org.springframework.stereotype.Component;

/** Adds to cacheable results how long and by whom they may be cached (MCP 2026-07-28, caching). Older revisions have no such hints. */
@Component
public record CacheHints(McpProperties properties) {

    public static final String PUBLIC = "public";
    public static final String PRIVATE = "private";

    /**
     * Returns the cache scope of a list. It is {@link #PUBLIC} only if everyone gets the same list: the gateway asks for no credentials,
     * and the address names neither an MCP instance nor a toolset. With credentials, scopes, tags and modes of the caller decide
     * what a list shows, and whether the caller may read it at all. Found tools are in lists of legacy sessions only, which have no hints.
     */
    public static String scope(Exchange exchange) {
        Caller caller = exchange.getProperty(Caller.PROPERTY, Caller.class);
        boolean anyone = caller == null || !caller.proven();
        return anyone && exchange.getProperty(McpRequest.API_KEY) == null && McpRequest.toolsets(exchange).isEmpty() ? PUBLIC : PRIVATE;
    }

    /** @param scope {@link #PRIVATE} when the result may depend on the caller */
    public void add(ObjectNode result, Revision revision, String scope) {
        if (revision.isModern()) {
            result.put("ttlMs", properties.listTtl().toMillis()).put("cacheScope", scope);
        }
    }
}
