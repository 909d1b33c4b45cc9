package dev.caravan.call.resource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.call.DefinitionConsumer;
import dev.caravan.call.DefinitionKind;
import dev.caravan.call.DefinitionList;
import dev.caravan.call.DefinitionRegistry;
import dev.caravan.mcp.ListChanges;
import dev.caravan.mcp.ListPages;
import dev.caravan.mcp.ListenSubscription;
import dev.caravan.mcp.McpException;
import dev.caravan.mcp.Revision;
import dev.caravan.mcp.ServerCapability;
import dev.caravan.mcp.ToolRights;
import java.util.Comparator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/** The resources whose routes run. Clients may subscribe to those that they may read. */
@Component
class Resources implements ListenSubscription.ListenableResources {

    /**
     * The resource that a URI names.
     *
     * @param variables values of its template's variables in the URI; empty without a template
     */
    record Found(DefinitionConsumer<ResourceSpec> route, Map<String, String> variables) {

        ResourceSpec spec() {
            return route.definition();
        }
    }

    private final DefinitionRegistry<ResourceSpec> registry;
    private final ObjectProvider<ListenSubscription.ListenableResources.Check> checks;

    Resources(CamelContext context, ObjectProvider<ListenSubscription.ListenableResources.Check> checks) {
        this.registry = DefinitionRegistry.of(context, DefinitionKind.RESOURCE);
        this.checks = checks;
    }

    /** Returns the resource with this URI, or else the one whose template matches it. The gateway's own go before foreign ones. */
    private Optional<Found> read(String uri) {
        Optional<Found> fixed = registry.find(uri).filter(route -> route.definition().template() == null)
                .map(route -> new Found(route, Map.of()));
        return Stream.concat(fixed.stream(), registry.consumers().stream().filter(route -> route.definition().template() != null)
                .flatMap(route -> route.definition().template().match(uri).stream().map(variables -> new Found(route, variables))))
                .min(Comparator.comparing(found -> found.spec().foreign()));
    }

    /**
     * Returns the same, if it exists for a caller with these rights.
     *
     * @throws McpException if the caller lacks a right
     */
    Optional<Found> read(String uri, ToolRights rights) throws McpException {
        Found found = read(uri).orElse(null);
        return found != null && (found.spec().isOpen() || rights.check(found.spec())) ? Optional.of(found) : Optional.empty();
    }

    @Override
    public boolean has(String uri, ToolRights rights) {
        return read(uri).filter(found -> found.spec().isOpen() || rights.see(found.spec())).isPresent()
                && checks.stream().allMatch(check -> check.mayBeRead(uri));
    }

    /** Answers {@code resources/list} and {@code resources/templates/list}. A resource has one URI or a template. */
    @Component("listResources")
    static class Lists extends DefinitionList {

        Lists(CamelContext context, ListPages pages, ListChanges changes) {
            super(DefinitionKind.RESOURCE, context, pages, changes);
        }

        /** Answers {@code resources/list}. */
        public void list(Exchange exchange) throws McpException {
            process(exchange);
        }

        /** Answers {@code resources/templates/list}. */
        public void listTemplates(Exchange exchange) throws McpException {
            answer(exchange, "resourceTemplates", definitions(true, ToolRights.of(exchange)));
        }

        @Override
        protected NavigableMap<String, JsonNode> definitions(Exchange exchange, ToolRights rights) {
            return definitions(false, rights);
        }

        private NavigableMap<String, JsonNode> definitions(boolean templates, ToolRights rights) {
            NavigableMap<String, JsonNode> definitions = super.definitions(null, rights);
            definitions.values().removeIf(definition -> definition.has(ResourceSpec.URI_TEMPLATE) != templates);
            return definitions;
        }

        @Override
        public ObjectNode declaration(Revision revision) {
            return super.declaration(revision).put("subscribe", true);
        }
    }

    /**
     * Declares MCP Apps while a resource is an app. The extension (2026-01-26) asks this of clients only; since 2026-07-28 servers declare
     * their extensions too.
     */
    @Component
    static class AppsExtension implements ServerCapability {

        private static final String APPS = "ui://";

        private final DefinitionRegistry<ResourceSpec> resources;

        AppsExtension(CamelContext context) {
            this.resources = DefinitionRegistry.of(context, DefinitionKind.RESOURCE);
        }

        @Override
        public String name() {
            return "extensions";
        }

        @Override
        public ObjectNode declaration(Revision revision) {
            return JsonNodeFactory.instance.objectNode().set("io.modelcontextprotocol/ui", JsonNodeFactory.instance.objectNode());
        }

        @Override
        public boolean isOffered(Revision revision) {
            return revision.isModern() && resources.definitions().keySet().stream().anyMatch(uri -> uri.startsWith(APPS));
        }
    }
}
