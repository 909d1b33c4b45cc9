package dev.caravan.security;

import dev.caravan.mcp.McpException;
import dev.caravan.mcp.ToolRights;
import dev.caravan.security.caller.Caller;
import dev.caravan.security.caller.Right;
import java.util.Collections;
import java.util.Set;

/**
 * The rights of a caller. An entry exists for the caller if the key is for one of its tags and the caller has the scopes of its tags.
 *
 * @param right right that the request requires in addition
 */
record CallerRights(Caller caller, TagScopes tagScopes, Right right) implements ToolRights {

    @Override
    public boolean seeAll() {
        return tagScopes.allowAll(caller);
    }

    @Override
    public boolean see(Set<String> tags) {
        return isInReach(tags) && tagScopes.allow(caller, tags);
    }

    @Override
    public boolean check(Set<String> tags) throws McpException {
        if (!isInReach(tags)) {
            return false;
        }
        if (!tagScopes.allow(caller, tags)) {
            Set<String> needed = tagScopes.needed(right, tags);
            throw AuthorizeMessage.refused(tagScopes.challenges().insufficient(PublicAddress.MCP, needed));
        }
        return true;
    }

    private boolean isInReach(Set<String> tags) {
        return caller.tags().isEmpty() || !Collections.disjoint(caller.tags(), tags);
    }
}
