package dev.caravan.openapi;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.camel.CamelContext;
import org.apache.camel.model.Model;
import org.apache.camel.model.RouteDefinition;

/**
 * The APIs that routes refer to. The route of an operation has the revision of the API with which it was made. After an edit it makes the same requests as
 * before, until it is replaced. That may take a moment, or never happen if the new routes are refused.
 */
final class ApiRevisions {

    static final String PARAMETER = "revision";
    static final String API = "api";

    /** @param kept {revision: API}; @param newest {operation: revision} */
    private record Revisions(Map<String, OfferedApi> kept, Map<String, String> newest) {
    }

    private final CamelContext context;
    private final AtomicLong last = new AtomicLong();
    private final Map<String, Revisions> revisions = new ConcurrentHashMap<>();

    ApiRevisions(CamelContext context) {
        this.context = context;
    }

    /**
     * Keeps an API, and former revisions of it that routes still refer to.
     *
     * @param former what the API was before; null if it is new
     * @return {operation: revision}; an operation that makes the same requests as before keeps its revision
     */
    Map<String, String> add(OfferedApi former, OfferedApi api) {
        Revisions before = revisions.getOrDefault(api.name(), new Revisions(Map.of(), Map.of()));
        boolean isSame = former != null && former.server().equals(api.server()) && former.settings().equals(api.settings()) && Objects.equals(former.oauth(), api.oauth())
                && former.secrets().equals(api.secrets());
        String next = String.valueOf(last.incrementAndGet());
        Map<String, String> newest = new HashMap<>();
        api.tools().forEach((operation, tool) -> {
            String present = isSame && tool.equals(former.tools().get(operation)) ? before.newest().get(operation) : null;
            newest.put(operation, present == null ? next : present);
        });
        Set<String> used = used(api.name());
        used.addAll(newest.values());
        Map<String, OfferedApi> kept = new HashMap<>(before.kept());
        kept.keySet().retainAll(used);
        newest.values().forEach(revision -> kept.putIfAbsent(revision, api));
        revisions.put(api.name(), new Revisions(kept, newest));
        return newest;
    }

    private Set<String> used(String api) {
        Set<String> used = new HashSet<>();
        for (RouteDefinition route : context.getCamelContextExtension().getContextPlugin(Model.class).getRouteDefinitions()) {
            Map<String, Object> parameters = route.getTemplateParameters();
            if (parameters != null && api.equals(parameters.get(API)) && parameters.get(PARAMETER) != null) {
                used.add(parameters.get(PARAMETER).toString());
            }
        }
        return used;
    }

    /** Returns the API of a revision; null if it isn't kept. */
    OfferedApi get(String api, String revision) {
        Revisions known = revisions.get(api);
        return known == null ? null : known.kept().get(revision);
    }

    void remove(String api) {
        revisions.remove(api);
    }
}
