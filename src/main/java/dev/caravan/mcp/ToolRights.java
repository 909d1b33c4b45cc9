package dev.caravan.mcp;

import java.util.Set;
import org.apache.camel.Exchange;

/** Decides by the tags of routes which tools, resources, prompts and recall endpoints of the gateway a caller may use. */
public interface ToolRights {

    /** The exchange property with the caller's rights. Absent means {@link #ALL}. */
    String PROPERTY = "toolRights";

    /** The rights of a caller whom nothing restricts. */
    ToolRights ALL = new ToolRights() {
        @Override
        public boolean seeAll() {
            return true;
        }

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

    /** Returns whether the caller may use every entry, whatever its tags. */
    boolean seeAll();

    /** Returns whether the caller's lists show an entry with these tags. */
    boolean see(Set<String> tags);

    /**
     * Returns whether an entry with these tags exists for the caller.
     *
     * @throws McpException 403, if it exists but requires a scope that the caller does not have
     */
    boolean check(Set<String> tags) throws McpException;
}
