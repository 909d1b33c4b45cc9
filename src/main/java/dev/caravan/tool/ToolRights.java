package dev.caravan.tool;

import dev.caravan.mcp.McpException;
import java.util.Set;
import org.apache.camel.Exchange;

/** Which of the gateway's own tools a caller may use, by their tags. */
public interface ToolRights {

    /** The exchange property with the caller's rights; absent: to all tools. */
    String PROPERTY = "toolRights";

    /** Null: to all tools. */
    static ToolRights of(Exchange exchange) {
        return exchange.getProperty(PROPERTY, ToolRights.class);
    }

    /** Whether the caller's list has a tool with these tags. */
    boolean see(Set<String> tags);

    /**
     * Whether a tool with these tags is there for the caller at all.
     *
     * @throws McpException if it is, but needs more than the caller may so far
     */
    boolean check(Set<String> tags) throws McpException;
}
