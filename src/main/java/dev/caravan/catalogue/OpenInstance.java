package dev.caravan.catalogue;

import dev.caravan.call.CallContext;
import dev.caravan.call.tool.ToolCatalogue;
import dev.caravan.call.tool.ToolRegistry;
import dev.caravan.mcp.McpException;
import dev.caravan.mcp.McpRequest;
import dev.caravan.mcp.MessageCheck;
import dev.caravan.security.Admission;
import dev.caravan.security.Caller;
import dev.caravan.security.FailedLogins;
import dev.caravan.store.StoreException;
import org.apache.camel.Exchange;
import org.springframework.stereotype.Component;

/**
 * For a message to an MCP instance, makes its tools the caller's catalogue. The exchange property {@value McpRequest#API_KEY} has the key.
 */
@Component
record OpenInstance(InstanceCache instances, FailedLogins wrongKeys, ToolRegistry gateways, Admission admission) implements MessageCheck {

    @Override
    public void check(Exchange exchange) throws McpException {
        String key = exchange.getProperty(McpRequest.API_KEY, String.class);
        if (key == null) {
            return;
        }
        try {
            Instance instance = instances.find(key).orElseThrow(() -> unknown(exchange));
            Caller caller = exchange.getProperty(Caller.PROPERTY, Caller.class);
            exchange.setProperty(ToolCatalogue.PROPERTY, instance.seen(gateways, admission.reachAtInstance(caller, instance.owner())));
            if (exchange.getProperty(CallContext.NAMED) == null) {
                exchange.setProperty(CallContext.CALLER, "mcp:" + instance.id());
            } else {
                exchange.setProperty(CallContext.INSTANCE, instance.id());
            }
        } catch (StoreException e) {
            // without a cause there is no store, nor will be
            throw e.getCause() == null ? McpException.failed(e.getMessage()) : McpException.unavailable(e.getMessage());
        }
    }

    private McpException unknown(Exchange exchange) {
        return wrongKeys.count(exchange.getProperty(Caller.ADDRESS, String.class))
                .map(tooMany -> McpException.refused(tooMany.status(), tooMany.getMessage(), tooMany.headers()))
                .orElseGet(McpException::noSuchInstance);
    }
}
