package dev.caravan.resource;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.call.ConsumerRegistry;
import dev.caravan.mcp.McpException;
import dev.caravan.mcp.ToolRights;
import dev.caravan.routes.Gates;
import dev.caravan.routes.PerContext;
import java.util.Collection;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import org.apache.camel.CamelContext;

/** The resources whose routes run, by URI or template; one registry a Camel context. */
final class ResourceRegistry extends ConsumerRegistry<ResourceConsumer> {

    private ResourceRegistry(Gates gates) {
        super("Resource", gates);
    }

    /** The resource that is read by that URI: the one of just that URI, else the one whose template it fits. */
    Optional<FoundResource> read(String uri) {
        Optional<FoundResource> fixed = find(uri).filter(resource -> resource.spec().template() == null).map(resource -> new FoundResource(resource, Map.of()));
        return fixed.isPresent() ? fixed : consumers().stream().filter(resource -> resource.spec().template() != null)
                .flatMap(resource -> resource.spec().template().match(uri).map(variables -> new FoundResource(resource, variables)).stream())
                .findFirst();
    }

    /**
     * The same, if it is there for a caller with these rights.
     *
     * @throws McpException if that needs more of them
     */
    Optional<FoundResource> read(String uri, ToolRights rights) throws McpException {
        FoundResource found = read(uri).orElse(null);
        return found != null && rights.check(found.resource().tags()) ? Optional.of(found) : Optional.empty();
    }

    /** The definitions of those with a template, or of the others, that a caller with these rights may see, in the order of their URIs. */
    NavigableMap<String, JsonNode> definitions(boolean templates, ToolRights rights) {
        NavigableMap<String, JsonNode> definitions = definitions(rights);
        definitions.values().removeIf(definition -> definition.has(ResourceSpec.URI_TEMPLATE) != templates);
        return definitions;
    }

    /** Two templates that fit one URI would leave open whose it is. */
    @Override
    protected void checkAgainst(Collection<ResourceConsumer> staying, ResourceConsumer consumer) {
        UriTemplate template = consumer.spec().template();
        if (template == null) {
            return;
        }
        for (ResourceConsumer other : staying) {
            if (other.spec().template() != null && other.spec().template().overlaps(template)) {
                throw new IllegalStateException("Resource " + template.text() + " fits URIs that " + other.spec().uri() + " does too, of route "
                        + other.getRouteId());
            }
        }
    }

    /** The registry of that context, made at the first call. */
    static ResourceRegistry of(CamelContext context) {
        Gates gates = Gates.of(context);
        return PerContext.of(context, ResourceRegistry.class, () -> new ResourceRegistry(gates));
    }
}
