package dev.caravan.catalogue;

import dev.caravan.call.CallContext;
import dev.caravan.mcp.McpException;
import dev.caravan.mcp.McpRequest;
import dev.caravan.store.StoreException;
import dev.caravan.tool.ToolCatalogue;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.springframework.stereotype.Component;

/** Makes the tools of an MCP instance the caller's catalogue; its key is in the exchange property {@value McpRequest#API_KEY}. */
@Component("openInstance")
class OpenInstance implements Processor {

    private final InstanceCache instances;

    OpenInstance(InstanceCache instances) {
        this.instances = instances;
    }

    @Override
    public void process(Exchange exchange) throws McpException {
        try {
            Instance instance = instances.find(exchange.getProperty(McpRequest.API_KEY, String.class)).orElseThrow(McpException::noSuchInstance);
            exchange.setProperty(ToolCatalogue.PROPERTY, instance);
            if (exchange.getProperty(CallContext.NAMED) == null) {
                exchange.setProperty(CallContext.CALLER, "mcp:" + instance.id());
            } else {
                exchange.setProperty(CallContext.INSTANCE, instance.id());
            }
        } catch (StoreException e) {
            throw McpException.failed(e.getMessage());
        }
    }
}
