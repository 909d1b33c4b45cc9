package dev.caravan.source.openapi;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The APIs that routes refer to. The route of an operation has the revision of the API with which it was made. After an edit it makes the
 * same requests as before, until it is replaced. If the new routes are refused, it does so for some further edits.
 */
final class ApiRevisions {

    static final String PARAMETER = "revision";
    static final String API = "api";
    /** Routes are replaced some time after an edit, and further edits may follow meanwhile. */
    private static final int MOST = 50;

    /** {revision: API}, the one that was used last at the end. */
    private final Map<String, OfferedApi> kept = new LinkedHashMap<>(16, 0.75f, true) {

        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, OfferedApi> oldest) {
            return size() > MOST;
        }
    };
    /** {API: {operation: revision}}. */
    private final Map<String, Map<String, String>> newest = new HashMap<>();
    private long last;

    /**
     * Keeps an API.
     *
     * @param former the API before; null if there was none
     * @return {operation: revision}; an operation that makes the same requests as before keeps its revision
     */
    synchronized Map<String, String> add(OfferedApi former, OfferedApi api) {
        Map<String, String> before = newest.getOrDefault(api.name(), Map.of());
        String next = api.name() + ":" + ++last;
        Map<String, String> now = new HashMap<>();
        api.tools().forEach((operation, tool) -> {
            boolean stays = former != null && former.server().equals(api.server()) && former.settings().equals(api.settings())
                    && tool.equals(former.tools().get(operation));
            now.put(operation, stays ? before.getOrDefault(operation, next) : next);
        });
        kept.put(next, api);
        newest.put(api.name(), now);
        return now;
    }

    /** Returns an API as a route refers to it; null if it is not kept, so that the present one applies. */
    synchronized OfferedApi get(String revision) {
        return kept.get(revision);
    }

    synchronized void remove(String api) {
        kept.values().removeIf(each -> each.name().equals(api));
        newest.remove(api);
    }

    synchronized List<OfferedApi> all() {
        return List.copyOf(kept.values());
    }
}
