package dev.caravan.call;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.mcp.McpException;
import dev.caravan.mcp.McpRequest;
import dev.caravan.mcp.MessageCheck;
import dev.caravan.mcp.ToolRights;
import dev.caravan.security.Admission;
import dev.caravan.security.Caller;
import dev.caravan.security.HttpRefusal;
import dev.caravan.security.Reach;
import dev.caravan.security.Right;
import dev.caravan.security.ToolsetFolder;
import dev.caravan.security.Usable;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.Processor;
import org.springframework.stereotype.Component;

/**
 * Sets the caller's name in the exchange property {@value CallContext#CALLER}. In mode none it is {@code X-User-Id} or {@code local}; in
 * other modes it is the owner of the key or token. Also sets the caller's rights and account.
 */
@Component("identifyCaller")
record IdentifyCaller(Admission admission, ToolsetFolder toolsets) implements Processor, MessageCheck {

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
            restrict(exchange, admission.reach(null, toolsets(exchange)));
            return;
        }
        Caller caller = exchange.getProperty(Caller.PROPERTY, Caller.class);
        boolean ofGateway = exchange.getProperty(McpRequest.API_KEY) == null;
        if (caller == null || ofGateway && caller.name() == null) {
            throw McpException.refused(401, "Credentials are required to call this way", Map.of());
        }
        List<String> sets = toolsets(exchange);
        setAccount(exchange, caller);
        if (caller.name() != null) {
            exchange.setProperty(CallContext.CALLER, caller.name());
            exchange.setProperty(CallContext.NAMED, true);
        }
        if (ofGateway) {
            restrict(exchange, admission.reach(caller, sets));
        }
    }

    /** Returns the toolsets that the address names, the transport's before the message's. */
    private List<String> toolsets(Exchange exchange) throws McpException {
        List<String> named = McpRequest.toolsets(exchange);
        if (!named.isEmpty() && exchange.getProperty(McpRequest.API_KEY) != null) {
            throw McpException.refused(404, "An MCP instance has no toolsets. Name either the instance or the toolset", Map.of());
        }
        for (String name : named) {
            if (toolsets.find(name).isEmpty()) {
                throw McpException.refused(404, ToolsetFolder.MISSING, Map.of());
            }
        }
        return named;
    }

    private void restrict(Exchange exchange, Reach reach) {
        if (!reach.isWhole()) {
            exchange.setProperty(ToolRights.PROPERTY, new CallerRights(reach, admission,
                    AuthorizeMessage.right(exchange.getProperty(McpRequest.METHOD, String.class)),
                    DefinitionRegistry.of(exchange.getContext(), DefinitionKind.TOOL)));
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
     * The rights of a caller. Something exists for the caller if it is in reach and the caller has the scopes of its tags. An app's page
     * is in reach with the tools whose results it shows.
     *
     * @param right right that the request requires in addition
     * @param tools tools of the gateway
     */
    record CallerRights(Reach reach, Admission admission, Right right, DefinitionRegistry<?> tools) implements ToolRights {

        private static final String APP = "ui://";

        @Override
        public boolean seeAll() {
            return reach.isWhole();
        }

        @Override
        public boolean see(Usable thing) {
            return isInReach(thing) && reach.hasScopes(thing.tags());
        }

        @Override
        public boolean check(Usable thing) throws McpException {
            if (!isInReach(thing)) {
                return false;
            }
            if (!reach.hasScopes(thing.tags())) {
                throw AuthorizeMessage.refused(admission.insufficient(right, thing.tags()));
            }
            return true;
        }

        private boolean isInReach(Usable thing) {
            return reach.includes(thing) || thing.list().equals(Usable.RESOURCES) && thing.key().startsWith(APP)
                    && tools.consumers().stream().map(DefinitionConsumer::definition)
                            .anyMatch(tool -> shows(tool, thing.key()) && reach.includes(tool));
        }

        private static boolean shows(Definition tool, String page) {
            return page.equals(tool.definition().path("_meta").path("ui").path("resourceUri").textValue());
        }

        @Override
        public NavigableMap<String, JsonNode> shown(String list, NavigableMap<String, JsonNode> definitions) {
            return list.equals(Usable.TOOLS) ? reach.shown(definitions) : definitions;
        }
    }
}
