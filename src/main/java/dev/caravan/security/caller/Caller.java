package dev.caravan.security.caller;

import java.time.Instant;
import java.util.Set;

/**
 * Who sends a request, once that is known; on its way to the routes the exchange property {@value #PROPERTY}.
 *
 * @param name    null where only the key of an MCP instance in the address says who it is, or in mode none
 * @param scopes  what the caller may do
 * @param tags    of the only tools that the caller may use; empty: of all
 * @param expires when the caller must be known anew; null: never
 * @param counted what the caller's requests are counted under
 * @param proven  false in mode none, where anyone may say any name
 */
public record Caller(String name, Set<String> scopes, Set<String> tags, Instant expires, String counted, boolean proven) {

    public static final String PROPERTY = "knownCaller";
    /** The exchange property with the {@link HttpRefusal} of a sender that did not come over HTTP, and is to read it as the answer. */
    public static final String REFUSAL = "callerRefused";

    /** Whose share it takes of what all callers need; null: nobody's. A name that nobody proved would be the share of whoever says it. */
    public static String share(Caller caller) {
        return caller == null || !caller.proven() ? null : caller.counted();
    }

    public boolean isExpired() {
        return expires != null && Instant.now().isAfter(expires);
    }

    /** Without what a log should not have. */
    @Override
    public String toString() {
        return String.valueOf(name);
    }
}
