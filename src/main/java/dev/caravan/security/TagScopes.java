package dev.caravan.security;

import dev.caravan.security.caller.Caller;
import dev.caravan.security.caller.Right;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.springframework.stereotype.Component;

/** Knows which tags of tools, resources and prompts require an additional scope. */
@Component
class TagScopes {

    private final Map<String, String> scopes;
    private final ScopeProperties names;
    private final Challenges challenges;

    TagScopes(SecurityProperties security, ScopeProperties names, Challenges challenges) {
        this.scopes = Map.copyOf(security.tagScopes());
        this.names = names;
        this.challenges = challenges;
    }

    /** Returns whether the caller's lists may differ from those of other callers. */
    boolean restrict(Caller caller) {
        return !scopes.isEmpty() || !caller.tags().isEmpty();
    }

    /** Returns whether the caller can use all entries: without tags of its own, and with the scopes of all tags. */
    boolean allowAll(Caller caller) {
        return caller.tags().isEmpty() && caller.scopes().containsAll(scopes.values());
    }

    boolean allow(Caller caller, Set<String> tags) {
        for (String tag : tags) {
            String scope = scopes.get(tag);
            if (scope != null && !caller.scopes().contains(scope)) {
                return false;
            }
        }
        return true;
    }

    /** Returns all scopes that a request with this right requires for entries with these tags. */
    Set<String> needed(Right right, Set<String> tags) {
        Set<String> needed = new LinkedHashSet<>(names.needed(right));
        tags.stream().map(scopes::get).filter(scope -> scope != null).forEach(needed::add);
        return needed;
    }

    Challenges challenges() {
        return challenges;
    }
}
