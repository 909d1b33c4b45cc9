package dev.caravan.call;

import dev.caravan.mcp.McpException;
import dev.caravan.mcp.McpRequest;
import dev.caravan.mcp.MessageCheck;
import dev.caravan.mcp.ToolRights;
import dev.caravan.security.Admission;
import dev.caravan.security.Caller;
import dev.caravan.security.HttpRefusal;
import dev.caravan.security.Right;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.Processor;
import org.springframework.stereotype.Component;

/**
 * Sets the caller's name in the exchange property {@value CallContext#CALLER}. In mode none it is {@code X-User-Id} or {@code local}; in
 * other modes it is the owner of the key or token. Also sets the caller's rights and account.
 */
@Component("identifyCaller")
record IdentifyCaller(Admission admission) implements Processor, MessageCheck {

    private static final int LONGEST = 128;

    @Override
    public void process(Exchange exchange) throws McpException {
        check(exchange);
    }

    @Override
    public void check(Exchange exchange) throws McpException {
        HttpRefusal refusal = exchange.getProperty(Caller.REFUSAL, HttpRefusal.class);
        if (refusal != null) {
            throw AuthorizeMessage.refused(refusal);
        }
        if (admission.isOpen()) {
            exchange.setProperty(CallContext.CALLER, claimed(exchange));
            return;
        }
        Caller caller = exchange.getProperty(Caller.PROPERTY, Caller.class);
        boolean ofGateway = exchange.getProperty(McpRequest.API_KEY) == null;
        if (caller == null || ofGateway && caller.name() == null) {
            throw McpException.refused(401, "Credentials are required to call this way", Map.of());
        }
        setAccount(exchange, caller);
        if (caller.name() != null) {
            exchange.setProperty(CallContext.CALLER, caller.name());
            exchange.setProperty(CallContext.NAMED, true);
        }
        if (ofGateway && admission.isRestricted(caller)) {
            Right right = AuthorizeMessage.right(exchange.getProperty(McpRequest.METHOD, String.class));
            exchange.setProperty(ToolRights.PROPERTY, new CallerRights(caller, admission, right));
        }
    }

    /** Sets the account that services are told: the caller's own, unless the caller may name another and does. */
    private void setAccount(Exchange exchange, Caller caller) {
        Map<String, String> own = caller.name() == null ? Map.of()
                : Map.of(PassedHeaders.ACCOUNT_ID, caller.name(), PassedHeaders.ACCOUNT_TYPE, "user");
        boolean actsForOthers = admission.actsForOthers(caller);
        Message message = exchange.getMessage();
        if (!actsForOthers) {
            exchange.setProperty(PassedHeaders.OWN_ACCOUNT, own);
        }
        if (actsForOthers && message.getHeader(PassedHeaders.ACCOUNT_ID) != null) {
            return;
        }
        message.removeHeader(PassedHeaders.ACCOUNT_ID);
        message.removeHeader(PassedHeaders.ACCOUNT_TYPE);
        message.getHeaders().putAll(own);
    }

    private static String claimed(Exchange exchange) {
        String claimed = exchange.getMessage().getHeader(Caller.CLAIM, String.class);
        boolean usable = claimed != null && !claimed.isBlank() && claimed.length() <= LONGEST
                && claimed.chars().noneMatch(Character::isISOControl);
        return usable ? claimed.strip() : "local";
    }

    /**
     * The rights of a caller. An entry exists for the caller if the key is for one of its tags and the caller has the scopes of its tags.
     *
     * @param right right that the request requires in addition
     */
    record CallerRights(Caller caller, Admission admission, Right right) implements ToolRights {

        @Override
        public boolean seeAll() {
            return admission.allowsAll(caller);
        }

        @Override
        public boolean see(Set<String> tags) {
            return isInReach(tags) && admission.allows(caller, tags);
        }

        @Override
        public boolean check(Set<String> tags) throws McpException {
            if (!isInReach(tags)) {
                return false;
            }
            if (!admission.allows(caller, tags)) {
                throw AuthorizeMessage.refused(admission.insufficient(right, tags));
            }
            return true;
        }

        private boolean isInReach(Set<String> tags) {
            return caller.tags().isEmpty() || !Collections.disjoint(caller.tags(), tags);
        }
    }
}
