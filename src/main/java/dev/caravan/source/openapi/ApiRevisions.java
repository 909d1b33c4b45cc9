package dev.caravan.source.openapi;

import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The APIs that routes refer to. The route of an operation has the revision of the API with which it was made. After an edit it makes the
 * same requests as before, until it is replaced. If the new routes are refused, it does so for some further edits.
 */
final class ApiRevisions {

    static final String PARAMETER = "revision";
    static final String API = "api";
    /** Routes are replaced some time after an edit, and further edits may follow meanwhile. */
    private static final int MOST_FORMER = 20;

    /**
     * @param kept   {revision: API, with the operations whose routes have that revision}, the oldest first
     * @param newest {operation: revision}
     */
    private record Revisions(Map<String, OfferedApi> kept, Map<String, String> newest) {
    }

    private final Map<String, Revisions> revisions = new ConcurrentHashMap<>();
    private long last;

    /**
     * Keeps an API, and former revisions of it that routes refer to.
     *
     * @return {operation: revision}; an operation that makes the same requests as before keeps its revision
     */
    synchronized Map<String, String> add(OfferedApi api) {
        Revisions before = revisions.getOrDefault(api.name(), new Revisions(Map.of(), Map.of()));
        String next = api.name() + ":" + ++last;
        Map<String, String> newest = new HashMap<>();
        Map<String, OperationTool> changed = new LinkedHashMap<>();
        api.tools().forEach((operation, tool) -> {
            String present = before.newest().get(operation);
            boolean stays = present != null && isSame(before.kept().get(present), api, operation);
            newest.put(operation, stays ? present : next);
            if (!stays) {
                changed.put(operation, tool);
            }
        });
        Map<String, OfferedApi> kept = new LinkedHashMap<>(before.kept());
        kept.put(next, new OfferedApi(api.name(), api.server(), api.settings(), changed, Map.of(), 0, api.oauth(), api.secrets()));
        int former = kept.size() - MOST_FORMER;
        for (Iterator<String> oldest = kept.keySet().iterator(); former > 0 && oldest.hasNext();) {
            if (!newest.containsValue(oldest.next())) {
                oldest.remove();
                former--;
            }
        }
        revisions.put(api.name(), new Revisions(kept, newest));
        return newest;
    }

    private static boolean isSame(OfferedApi former, OfferedApi api, String operation) {
        return former.server().equals(api.server()) && former.settings().equals(api.settings())
                && Objects.equals(former.oauth(), api.oauth())
                && former.secrets().equals(api.secrets()) && api.tools().get(operation).equals(former.tools().get(operation));
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
