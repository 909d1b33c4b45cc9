package dev.caravan.source.mcp;

import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.mcp.ToolRights;
import dev.caravan.rest.BodyFields;
import dev.caravan.rest.RestError;
import dev.caravan.rest.RestFailure;
import dev.caravan.rest.RestRequest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.camel.Exchange;
import org.springframework.stereotype.Component;

/**
 * REST operations for exposed upstream servers: shows what they offer, and approves definitions. Requires a caller who may see all tools.
 */
@Component("upstreamApprovals")
public record UpstreamApprovals(FederatedTools tools) {

    private static final int LONGEST_NAME = 8_192;

    /**
     * @param tools   names of the offered tools
     * @param stale   whether the last read of the tools failed, or the server was not read since the start
     * @param problem why the last read failed; null if it succeeded
     * @param refused {tool name: reason why it is not offered}
     */
    @JsonNaming(SnakeCaseStrategy.class)
    public record Server(String name, List<String> tools, boolean stale, Instant readAt, String problem, Map<String, String> refused,
            List<Waiting> waiting) {
    }

    /**
     * @param kind   tool, resource (also for a template) or prompt
     * @param tool   name at the server; the URI or template of a resource
     * @param before definition that is offered; null for a new tool
     * @param weaker hints that promise less than before
     */
    public record Waiting(String kind, String tool, String name, Set<String> changes, Set<String> weaker, ObjectNode before,
            ObjectNode after) {
    }

    public List<Server> list(Exchange exchange) {
        List<Server> servers = new ArrayList<>();
        if (ToolRights.of(exchange).seeAll()) {
            tools.known().forEach((name, state) -> servers.add(shown(name, state)));
        }
        return servers;
    }

    /**
     * Approves definitions. The request body is {@code {tool?, resource?, prompt?, seen?}}. Without a name, all waiting definitions of the
     * server are approved. With {@code seen}, the definition is approved only if it is still the same.
     */
    public Object approve(RestRequest request, Exchange exchange) throws RestFailure {
        BodyFields body = BodyFields.of(request.body(), "tool", "resource", "prompt", "seen");
        ObjectNode seen = body.object("seen");
        String server = request.at("server");
        ServerTools state = tools.known().get(server);
        if (state == null) {
            throw RestFailure.notFound("No upstream server with expose has this name");
        }
        if (!ToolRights.of(exchange).seeAll()) {
            throw new RestFailure(RestError.FORBIDDEN, "Only a caller who may see all tools can approve a definition");
        }
        Map<DefinitionKind, Set<String>> named = new EnumMap<>(DefinitionKind.class);
        for (DefinitionKind kind : DefinitionKind.values()) {
            String name = body.text(kind.word(), LONGEST_NAME);
            named.put(kind, name == null ? Set.of() : Set.of(name));
        }
        if (named.values().stream().allMatch(Set::isEmpty)) {
            named.replaceAll((kind, none) -> Set.copyOf(state.review(kind).waiting().keySet()));
        }
        List<String> approved = new ArrayList<>();
        for (DefinitionKind kind : DefinitionKind.values()) {
            for (String name : named.get(kind)) {
                if (!tools.approve(server, kind, name, seen)) {
                    throw RestFailure.notFound(kind.word() + ": no definition of a " + kind.word()
                            + " of this name waits, or it has changed since you saw it");
                }
                approved.add(name);
            }
        }
        return Map.of("approved", approved);
    }

    private static Server shown(String name, ServerTools state) {
        List<Waiting> waiting = new ArrayList<>();
        state.reviews().forEach((kind, review) -> review.waiting()
                .forEach((original, waits) -> waiting.add(new Waiting(kind.word(), original, waits.next().name(),
                waits.changes(), waits.weaker(), waits.former() == null ? null : waits.former().definition(), waits.next().definition()))));
        waiting.sort(Comparator.comparing(Waiting::tool));
        return new Server(name, state.toolNames(), state.isStale(), state.readAt(), state.problem(),
                state.review(DefinitionKind.TOOL).refused(), waiting);
    }
}
