package dev.caravan.call.tool;

import dev.caravan.envelope.ErrorCode;
import dev.caravan.envelope.Text;
import dev.caravan.envelope.ToolException;
import dev.caravan.mcp.ToolRights;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.Variable;
import org.springframework.stereotype.Component;

/** A step for tools that some arguments let do what another tool does. */
@Component("otherTools")
public class OtherTools {

    private final ToolRegistry gateways;

    OtherTools(CamelContext context) {
        this.gateways = ToolRegistry.of(context);
    }

    /**
     * Checks that the caller may call another tool too.
     *
     * @throws ToolException FORBIDDEN if the caller's catalogue doesn't have this tool, or the caller lacks the right
     */
    public void require(@Variable("otherTool") String name, Exchange exchange) throws ToolException {
        ToolRights rights = ToolRights.of(exchange);
        if (ToolCatalogue.of(exchange, gateways).find(name).filter(tool -> rights.see(tool.spec().tags())).isEmpty()) {
            throw new ToolException(ErrorCode.FORBIDDEN, Text.of("call.otherTool", name));
        }
    }
}
