package dev.caravan.call.tool;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.envelope.Text;
import dev.caravan.mcp.ToolRights;
import java.util.NavigableMap;
import java.util.Optional;
import org.apache.camel.Exchange;

/** The tools that a caller may see and call. */
public interface ToolCatalogue {

    /** The exchange property with the caller's catalogue. Absent means the gateway's own: the tools whose routes run. */
    String PROPERTY = "toolCatalogue";

    static ToolCatalogue of(Exchange exchange, ToolRegistry gateways) {
        ToolCatalogue own = exchange.getProperty(PROPERTY, ToolCatalogue.class);
        return own == null ? gateways : own;
    }

    /** Returns the tool; empty if this catalogue doesn't have it. */
    Optional<? extends Tool> find(String name);

    /** Returns whether this catalogue has the tool, and a caller with these rights may call it. */
    default boolean mayCall(String name, ToolRights rights) {
        return find(name).filter(tool -> rights.see(tool.spec())).isPresent();
    }

    /** Returns why the caller can't call a tool that {@link #find} didn't find. */
    default Text refusal(String name) {
        return Text.of("tool.unknown", name);
    }

    /** Returns the definitions, ordered by name, so that lists are the same each time. */
    NavigableMap<String, JsonNode> definitions();

    /** Returns the catalogue that {@code find_tools} searches: every tool that the caller may call. */
    default ToolCatalogue whole() {
        return this;
    }

    /** Returns the mode that the owner of this catalogue has chosen; null if the owner chose none. */
    default CatalogueMode mode() {
        return null;
    }
}
