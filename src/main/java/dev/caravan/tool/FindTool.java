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
    private static final int LONGEST_REASON = 300;

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
        if (tool == null || !ToolRights.of(exchange).check(spec(tool, call.name()).tags())) {
            throw McpException.invalidParams(catalogue.refusal(ShownName.of(call.name(), LONGEST_NAME)));
        }
        call.tool(tool);
    }

    /** @throws McpException if an older gateway stored a schema that can't be evaluated within bounds */
    private static ToolSpec spec(Tool tool, String name) throws McpException {
        try {
            return tool.spec();
        } catch (IllegalArgumentException e) {
            throw McpException.invalidParams("Tool " + ShownName.of(name, LONGEST_NAME) + " can't be called: "
                    + ShownName.of(e.getMessage().replace("argSchema", "its input_schema"), LONGEST_REASON));
        }
    }
}
