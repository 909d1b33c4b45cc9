package dev.caravan.call;

import dev.caravan.mcp.McpException;
import dev.caravan.mcp.McpRequest;
import dev.caravan.mcp.MessageCheck;
import dev.caravan.security.Admission;
import dev.caravan.security.Caller;
import dev.caravan.security.HttpRefusal;
import dev.caravan.security.PublicAddress;
import dev.caravan.security.Right;
import java.util.Set;
import org.apache.camel.Exchange;
import org.springframework.stereotype.Component;

/**
 * Checks whether the caller may send this message. Its method may require a scope (403). Each further message of a batch counts as a
 * request (429).
 */
@Component
record AuthorizeMessage(Admission admission) implements MessageCheck {

    private static final Set<String> OPENING = Set.of("initialize", "ping", "server/discover", "logging/setLevel");

    @Override
    public void check(Exchange exchange) throws McpException {
        Caller caller = exchange.getProperty(Caller.PROPERTY, Caller.class);
        if (caller == null) {
            return;
        }
        try {
            if (exchange.getProperty(Exchange.SPLIT_INDEX, 0, Integer.class) > 0) {
                admission.count(caller);
            }
            admission.requireScopes(caller, right(exchange.getProperty(McpRequest.METHOD, String.class)), PublicAddress.MCP);
        } catch (HttpRefusal refusal) {
            throw refused(refusal);
        }
    }

    static McpException refused(HttpRefusal refusal) {
        return McpException.refused(refusal.status(), refusal.getMessage(), refusal.headers());
    }

    /** @param method null for a message without an answer, and for REST */
    static Right right(String method) {
        if (method == null || OPENING.contains(method)) {
            return Right.ENTER;
        }
        return method.equals("tools/call") || method.startsWith("tasks/") ? Right.CALL : Right.READ;
    }
}
