package dev.caravan.call;

import dev.caravan.mcp.McpException;
import dev.caravan.mcp.ToolRights;
import dev.caravan.security.Usable;
import java.util.Map;
import org.apache.camel.Exchange;
import org.springframework.stereotype.Component;

/** Requires the tag of the tool that does the same as a REST endpoint, so that the endpoint does not bypass the tool's rights. */
@Component("requireTag")
public class RequireTag {

    /** @throws McpException 403, if the caller may not use entries with this tag */
    public void check(Exchange exchange, String tag) throws McpException {
        if (!ToolRights.of(exchange).check(Usable.tagged(tag))) {
            throw McpException.refused(403, "The key does not allow the tag " + tag, Map.of());
        }
    }
}
