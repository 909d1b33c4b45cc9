package dev.caravan.call;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.mcp.CacheHints;
import dev.caravan.mcp.ListChanges;
import dev.caravan.mcp.ListPages;
import dev.caravan.mcp.McpException;
import dev.caravan.mcp.McpRequest;
import dev.caravan.mcp.Revision;
import dev.caravan.mcp.ServerCapability;
import dev.caravan.mcp.ToolRights;
import java.util.NavigableMap;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;

/**
 * The list of one kind of definition. It answers the list's method, declares the capability of the same name, and announces changes. Legacy
 * clients get changes on their event stream, modern ones by {@code subscriptions/listen}. A route that is replaced by one with the same
 * definition is no change.
 */
public class DefinitionList implements Processor, ServerCapability {

    private final DefinitionRegistry<?> registry;
    private final String name;
    private final ListPages pages;
    private final ListChanges changes;
    private NavigableMap<String, JsonNode> announced;

    public DefinitionList(DefinitionKind kind, CamelContext context, ListPages pages, ListChanges changes) {
        this.name = kind.list();
        this.registry = DefinitionRegistry.of(context, kind);
        this.pages = pages;
        this.changes = changes;
        this.announced = registry.definitions();
        registry.addListener(this::announce);
    }

    private synchronized void announce() {
        NavigableMap<String, JsonNode> now = registry.definitions();
        if (!now.equals(announced)) {
            announced = now;
            changes.changed(ListChanges.GATEWAY, name);
        }
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public ObjectNode declaration(Revision revision) {
        return JsonNodeFactory.instance.objectNode().put("listChanged", true);
    }

    /** Sets the body to the page that the request asks for. */
    @Override
    public final void process(Exchange exchange) throws McpException {
        answer(exchange, name, definitions(exchange, ToolRights.of(exchange)));
    }

    /** Returns what this caller sees, by key. By default these are the definitions of the registry that the rights allow. */
    protected NavigableMap<String, JsonNode> definitions(Exchange exchange, ToolRights rights) {
        return registry.definitions(rights);
    }

    protected final void answer(Exchange exchange, String member, NavigableMap<String, JsonNode> definitions) throws McpException {
        exchange.getMessage().setBody(pages.page(McpRequest.of(exchange), member, definitions, CacheHints.scope(exchange)));
    }
}
