package dev.caravan.tool;

import dev.caravan.call.ShownName;
import dev.caravan.mcp.McpException;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.springframework.stereotype.Component;

/** Finds the called tool in the caller's catalogue. */
@Component("findTool")
class FindTool implements Processor {

    private static final int LONGEST_NAME = 64;

    private final ToolCatalogue catalogue;

    FindTool(CamelContext context) {
        this.catalogue = ToolRegistry.of(context);
    }

    @Override
    public void process(Exchange exchange) throws McpException {
        ToolCall call = ToolCall.of(exchange);
        call.tool(catalogue.find(call.name()).orElseThrow(() -> unknown(call.name())));
    }

    private static McpException unknown(String name) {
        return McpException.invalidParams("Unknown tool: " + ShownName.of(name, LONGEST_NAME));
    }
}
