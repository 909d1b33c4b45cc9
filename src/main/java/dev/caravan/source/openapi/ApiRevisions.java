package dev.caravan.source.openapi;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.apache.camel.CamelContext;
import org.apache.camel.model.Model;
import org.apache.camel.model.RouteDefinition;

/**
 * The APIs that routes refer to. The route of an operation has the revision of the API with which it was made. After an edit it makes the
 * same requests as before, until it is replaced. That may take a moment, or never happen if the new routes are refused.
 */
final class ApiRevisions {

    static final String PARAMETER = "revision";
    static final String API = "api";

    /** Routes are replaced some time after an edit, and further edits may follow meanwhile. */
    private static final int RECENT = 10;

    /**
     * @param kept   {revision: API, with the operations whose routes have that revision}
     * @param newest {operation: revision}
     * @param recent revisions of the last edits
     */
    private record Revisions(Map<String, OfferedApi> kept, Map<String, String> newest, List<String> recent) {
    }

    private final CamelContext context;
    private final Map<String, Revisions> revisions = new ConcurrentHashMap<>();
    private long last;

    ApiRevisions(CamelContext context) {
        this.context = context;
    }

    /**
     * Keeps an API, and former revisions of it that routes refer to.
     *
     * @return {operation: revision}; an operation that makes the same requests as before keeps its revision
     */
    synchronized Map<String, String> add(OfferedApi api) {
        Revisions before = revisions.getOrDefault(api.name(), new Revisions(Map.of(), Map.of(), List.of()));
        String next = api.name() + ":" + ++last;
        Map<String, String> newest = new HashMap<>();
        Map<String, OperationTool> changed = new LinkedHashMap<>();
        api.tools().forEach((operation, tool) -> {
            String present = before.newest().get(operation);
            if (present != null && isSame(before.kept().get(present), api, operation)) {
                newest.put(operation, present);
            } else {
                newest.put(operation, next);
                changed.put(operation, tool);
            }
        });
        List<String> recent = new ArrayList<>(before.recent());
        recent.add(next);
        if (recent.size() > RECENT) {
            recent.remove(0);
        }
        Set<String> used = used(api.name());
        used.addAll(newest.values());
        used.addAll(before.newest().values());
        used.addAll(recent);
        Map<String, OfferedApi> kept = new HashMap<>(before.kept());
        kept.keySet().retainAll(used);
        kept.put(next, new OfferedApi(api.name(), api.server(), api.settings(), changed, Map.of(), 0, api.oauth(), api.secrets()));
        revisions.put(api.name(), new Revisions(kept, newest, recent));
        return newest;
    }

    private static boolean isSame(OfferedApi former, OfferedApi api, String operation) {
        return former.server().equals(api.server()) && former.settings().equals(api.settings())
                && Objects.equals(former.oauth(), api.oauth())
                && former.secrets().equals(api.secrets()) && api.tools().get(operation).equals(former.tools().get(operation));
    }

    private Set<String> used(String api) {
        Model model = context.getCamelContextExtension().getContextPlugin(Model.class);
        List<RouteDefinition> routes;
        synchronized (model) { // the list is Camel's own, which changes with this lock only
            routes = List.copyOf(model.getRouteDefinitions());
        }
        return routes.stream().map(RouteDefinition::getTemplateParameters)
                .filter(parameters -> parameters != null && api.equals(parameters.get(API)))
                .map(parameters -> String.valueOf(parameters.get(PARAMETER))).collect(Collectors.toCollection(HashSet::new));
    }

    /** Whether this is a revision of the API. An exchange may call several APIs. */
    static boolean isOf(String api, String revision) {
        return revision != null && revision.startsWith(api + ":");
    }

    /** Returns the API of a revision; null if it isn't kept. */
    OfferedApi get(String api, String revision) {
        Revisions known = revisions.get(api);
        return known == null ? null : known.kept().get(revision);
    }

    /** Returns all APIs that routes may refer to. */
    Collection<OfferedApi> all() {
        return revisions.values().stream().flatMap(each -> each.kept().values().stream()).toList();
    }

    void remove(String api) {
        revisions.remove(api);
    }
}
