package dev.caravan.mcp;

import java.util.Set;
import org.apache.camel.Exchange;

/** Which of the gateway's own tools, resources, prompts and endpoints of recall a caller may use, by the tags that their routes declare. */
public interface ToolRights {

    /** The exchange property with the caller's rights; absent: {@link #ALL}. */
    String PROPERTY = "toolRights";

    /** Of a caller who may use everything. */
    ToolRights ALL = new ToolRights() {
        @Override
        public boolean see(Set<String> tags) {
            return true;
        }

        @Override
        public boolean check(Set<String> tags) {
            return true;
        }
    };

    static ToolRights of(Exchange exchange) {
        return exchange.getProperty(PROPERTY, ALL, ToolRights.class);
    }

    /** Whether the caller's lists have what has these tags. */
    boolean see(Set<String> tags);

    /**
     * Whether what has these tags is there for the caller at all.
     *
     * @throws McpException 403, if it is, but needs a scope that the caller does not have
     */
    boolean check(Set<String> tags) throws McpException;
}
