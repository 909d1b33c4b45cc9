package dev.caravan.security;

import dev.caravan.mcp.McpException;
import dev.caravan.mcp.ToolRights;
import java.util.Map;
import java.util.Set;
import org.apache.camel.Exchange;
import org.springframework.stereotype.Component;

/** Gives an endpoint over REST the tag of the tool that does the same, so that the endpoint is no way around the tool's rights. */
@Component("requireTag")
public class RequireTag {

    /** @throws McpException 403, if the caller may not use what has this tag */
    public void check(Exchange exchange, String tag) throws McpException {
        if (!ToolRights.of(exchange).check(Set.of(tag))) {
            throw McpException.refused(403, "The key is not for what has the tag " + tag, Map.of());
        }
    }
}
