package dev.caravan.security;

import java.time.Instant;
import java.util.Set;

/**
 * The sender of a request. Exchange property {@value #PROPERTY} in the routes.
 *
 * @param name    null in mode none, and when only an instance's key identifies the caller
 * @param scopes  scopes of the caller
 * @param tags    tags of the tools that the caller may use; empty means all
 * @param toolsets names of toolsets, of which one must have a tool; empty means all tools
 * @param expires time after which the caller must authenticate again; null means never
 * @param counted name under which the caller's requests are counted
 * @param proven  false in mode none, where callers choose their name
 */
public record Caller(String name, Set<String> scopes, Set<String> tags, Set<String> toolsets, Instant expires, String counted,
        boolean proven) {

    public static final String PROPERTY = "knownCaller";
    /** The header in which a caller names itself in mode none. */
    public static final String CLAIM = "X-User-Id";
    /** Exchange property with the address of the sender over HTTP. */
    public static final String ADDRESS = "callerAddress";
    /** The exchange property with the {@link HttpRefusal} for a sender on another transport than HTTP, who gets it as the answer. */
    public static final String REFUSAL = "callerRefused";

    /**
     * Returns the name under which quotas count the caller; null if there is none. A name without proof has no quota, because anyone may
     * use it.
     */
    public static String share(Caller caller) {
        return caller == null || !caller.proven() ? null : caller.counted();
    }

    /** Returns whether the caller must authenticate again. */
    public boolean isExpired() {
        return expires != null && Instant.now().isAfter(expires);
    }

    /** Leaves out what a log must not contain. */
    @Override
    public String toString() {
        return String.valueOf(name);
    }
}
