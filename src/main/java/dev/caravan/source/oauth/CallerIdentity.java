package dev.caravan.source.oauth;

import dev.caravan.call.PassedHeaders;
import dev.caravan.security.Caller;
import java.util.regex.Pattern;
import org.apache.camel.Exchange;

/**
 * Who calls a server.
 *
 * @param name      name of the caller; null for the gateway itself, for unnamed callers, and for all callers in a mode that proves no names
 * @param token     the caller's own access token; null if he has none
 * @param isUnnamed whether the caller proved no name in a mode that proves names: he has an instance's key, which anyone of that instance
 *                  may have
 */
public record CallerIdentity(String name, String token, boolean isUnnamed) {

    /** The gateway itself, when it reads lists. */
    public static final CallerIdentity GATEWAY = new CallerIdentity(null, null, false);

    private static final Pattern BEARER = Pattern.compile("(?i)^Bearer +");

    /** Returns the caller of the exchange's call. */
    public static CallerIdentity of(Exchange exchange) {
        Caller caller = exchange.getProperty(Caller.PROPERTY, Caller.class);
        if (caller == null || !caller.proven()) {
            return GATEWAY;
        }
        String authorization = PassedHeaders.of(exchange).get("authorization");
        String token = authorization != null && BEARER.matcher(authorization).lookingAt() ? BEARER.matcher(authorization).replaceFirst("")
                : null;
        return new CallerIdentity(caller.name() == null ? null : "user " + caller.name(), token, caller.name() == null);
    }

    /** Leaves out the token. */
    @Override
    public String toString() {
        return isUnnamed ? "an unnamed caller" : name == null ? "the gateway" : name;
    }
}
