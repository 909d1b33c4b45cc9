package dev.caravan.security;

import dev.caravan.http.Caller;
import dev.caravan.http.Right;
import dev.caravan.mcp.McpException;
import dev.caravan.mcp.McpRequest;
import dev.caravan.mcp.MessageCheck;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.apache.camel.Exchange;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;

/**
 * Whether the caller may send this message: its method needs a scope (403), and each further message of a batch counts like a request
 * of its own (429).
 */
@Component
@Order(MessageCheck.RIGHTS)
class AuthorizeMessage implements MessageCheck {

    private static final Set<String> OPENING = Set.of("initialize", "ping", "server/discover", "logging/setLevel");

    private final SecurityProperties security;
    private final ScopeProperties scopes;
    private final Challenges challenges;
    private final CallRate rate;

    AuthorizeMessage(SecurityProperties security, ScopeProperties scopes, Challenges challenges, CallRate rate) {
        this.security = security;
        this.scopes = scopes;
        this.challenges = challenges;
        this.rate = rate;
    }

    @Override
    public void check(Exchange exchange) throws McpException {
        Caller caller = exchange.getProperty(Caller.PROPERTY, Caller.class);
        if (caller == null) {
            return;
        }
        if (exchange.getProperty(Exchange.SPLIT_INDEX, 0, Integer.class) > 0) {
            count(caller);
        }
        if (security.mode() != SecurityProperties.Mode.NONE) {
            List<String> needed = scopes.needed(right(exchange.getProperty(McpRequest.METHOD, String.class)));
            if (!caller.scopes().containsAll(needed)) {
                throw McpException.refused(403, Challenges.insufficientWords(needed), challenges.insufficientHeaders(PublicAddress.MCP, needed));
            }
        }
    }

    /** @param method null for what isn't answered, and over REST */
    static Right right(String method) {
        if (method == null || OPENING.contains(method)) {
            return Right.ENTER;
        }
        return method.equals("tools/call") || method.startsWith("tasks/") ? Right.CALL : Right.READ;
    }

    private void count(Caller caller) throws McpException {
        Duration wait = rate.take(caller.counted());
        if (!wait.isZero()) {
            throw McpException.refused(429, CallRate.TOO_MANY, Challenges.retryAfter(wait));
        }
    }
}
