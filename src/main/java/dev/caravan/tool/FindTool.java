package dev.caravan.tool;

import dev.caravan.call.ShownName;
import dev.caravan.mcp.McpException;
import dev.caravan.mcp.ToolRights;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.springframework.stereotype.Component;

/** Finds the called tool in the caller's catalogue. */
@Component("findTool")
class FindTool implements Processor {

    private static final int LONGEST_NAME = 64;

    private final ToolRegistry gateways;

    FindTool(CamelContext context) {
        this.gateways = ToolRegistry.of(context);
    }

    @Override
    public void process(Exchange exchange) throws McpException {
        ToolCall call = ToolCall.of(exchange);
        ToolCatalogue catalogue = ToolCatalogue.of(exchange, gateways);
        call.catalogue(catalogue);
        Tool tool = catalogue.find(call.name()).orElse(null);
        if (tool == null || !ToolRights.of(exchange).check(tool.spec().tags())) {
            throw McpException.invalidParams(catalogue.refusal(ShownName.of(call.name(), LONGEST_NAME)));
        }
        call.tool(tool);
    }
}
