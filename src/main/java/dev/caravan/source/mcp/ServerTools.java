package dev.caravan.source.mcp;

import dev.caravan.call.resource.ForeignResource;
import dev.caravan.routes.GeneratedRoutes.Templated;
import dev.caravan.source.OfferedDefinition;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The known tools, resources, templates and prompts of one upstream server.
 *
 * @param reviews       what is offered, waits or is refused, of each kind
 * @param completes     whether the server completes arguments of prompts and templates
 * @param routes        routes of the offered tools
 * @param contentRoutes routes of the offered resources, templates and prompts
 * @param readAt        time when the server last sent its tools; null if not since this start
 * @param problem       why the last read failed; null if it succeeded
 */
record ServerTools(UpstreamProperties.Server settings, Map<DefinitionKind, DefinitionReview> reviews, boolean completes,
        List<Templated> routes, List<Templated> contentRoutes, Instant readAt, String problem) {

    DefinitionReview review(DefinitionKind kind) {
        return reviews.get(kind);
    }

    /** Returns {name at the server: offered tool}. */
    Map<String, OfferedDefinition> tools() {
        return review(DefinitionKind.TOOL).offered();
    }

    /** Returns the names of the offered tools here, sorted. */
    List<String> toolNames() {
        return tools().values().stream().map(OfferedDefinition::name).sorted().toList();
    }

    boolean isStale() {
        return readAt == null || problem != null;
    }

    ServerTools failed(String why) {
        return new ServerTools(settings, reviews, completes, routes, contentRoutes, readAt, why);
    }

    /** Returns the reviews with that of one kind in place of the former one. */
    Map<DefinitionKind, DefinitionReview> with(DefinitionKind kind, DefinitionReview review) {
        Map<DefinitionKind, DefinitionReview> all = new EnumMap<>(reviews);
        all.put(kind, review);
        return all;
    }

    /** Whether the server offers a resource with this URI. */
    boolean hasResource(String uri) {
        return review(DefinitionKind.RESOURCE).offered().values().stream()
                .anyMatch(resource -> ForeignResource.fits(resource.definition(), uri));
    }
}
