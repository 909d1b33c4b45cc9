package dev.caravan.call.resource;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.call.ConsumerRegistry;
import dev.caravan.mcp.McpException;
import dev.caravan.mcp.ToolRights;
import dev.caravan.routes.Gates;
import dev.caravan.routes.PerContext;
import java.util.Collection;
import java.util.Comparator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.camel.CamelContext;

/** The resources whose routes run, by URI or template. There is one registry per Camel context. */
final class ResourceRegistry extends ConsumerRegistry<ResourceConsumer> {

    private ResourceRegistry(Gates gates) {
        super("Resource", gates);
    }

    /** Returns the resource with this URI, or else the one whose template matches it. The gateway's own go before foreign ones. */
    Optional<FoundResource> read(String uri) {
        Optional<FoundResource> fixed = find(uri).filter(resource -> resource.spec().template() == null).map(resource -> new FoundResource(resource, Map.of()));
        return Stream.concat(fixed.stream(), consumers().stream().filter(resource -> resource.spec().template() != null)
                .flatMap(resource -> resource.spec().template().match(uri).stream().map(variables -> new FoundResource(resource, variables))))
                .min(Comparator.comparing(found -> found.resource().spec().foreign()));
    }

    /**
     * Returns the same, if it exists for a caller with these rights.
     *
     * @throws McpException if the caller lacks a right
     */
    Optional<FoundResource> read(String uri, ToolRights rights) throws McpException {
        FoundResource found = read(uri).orElse(null);
        return found != null && (found.resource().isOpen() || rights.check(found.resource().tags())) ? Optional.of(found) : Optional.empty();
    }

    /** Returns the definitions with a template, or those without, that a caller with these rights may see, ordered by URI. */
    NavigableMap<String, JsonNode> definitions(boolean templates, ToolRights rights) {
        NavigableMap<String, JsonNode> definitions = definitions(rights);
        definitions.values().removeIf(definition -> definition.has(ResourceSpec.URI_TEMPLATE) != templates);
        return definitions;
    }

    /** Refuses a template that matches the same URIs as another one, because the route of such a URI would be ambiguous. */
    @Override
    protected void checkAgainst(Collection<ResourceConsumer> staying, ResourceConsumer consumer) {
        UriTemplate template = consumer.spec().template();
        if (template == null) {
            return;
        }
        for (ResourceConsumer other : staying) {
            if (other.spec().template() != null && other.spec().template().overlaps(template)) {
                throw new IllegalStateException("Resource " + template.text() + " matches the same URIs as " + other.spec().uri() + " of route "
                        + other.getRouteId());
            }
        }
    }

    /** Returns the registry of the context, created at the first call. */
    static ResourceRegistry of(CamelContext context) {
        Gates gates = Gates.of(context);
        return PerContext.of(context, ResourceRegistry.class, () -> new ResourceRegistry(gates));
    }
}
