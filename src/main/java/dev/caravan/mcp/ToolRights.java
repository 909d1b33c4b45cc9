package dev.caravan.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.security.Usable;
import java.util.NavigableMap;
import org.apache.camel.Exchange;

/** Decides which tools, resources, prompts and recall endpoints of the gateway a caller may use. Every way in asks only this. */
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
        public boolean see(Usable thing) {
            return true;
        }

        @Override
        public boolean check(Usable thing) {
            return true;
        }
    };

    static ToolRights of(Exchange exchange) {
        return exchange.getProperty(PROPERTY, ALL, ToolRights.class);
    }

    /** Returns whether the caller may use everything. */
    boolean seeAll();

    /** Returns whether the caller's lists show this. */
    boolean see(Usable thing);

    /**
     * Returns whether this exists for the caller.
     *
     * @throws McpException 403, if it exists but requires a scope that the caller does not have
     */
    boolean check(Usable thing) throws McpException;

    /**
     * Returns the definitions of a list in the words of the caller's toolsets, whether the caller may see them or not. The answer for the
     * same definitions is the same object.
     *
     * @param list {@link Usable#list}
     */
    default NavigableMap<String, JsonNode> shown(String list, NavigableMap<String, JsonNode> definitions) {
        return definitions;
    }
}
