package dev.caravan;

import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** Switches all families of tools on, for tests that need their tools and not their servers: nothing answers at the addresses. */
final class AllFamilies {

    private static final String WORKSPACES = "caravan.intelligence.workspaces.";

    private AllFamilies() {
    }

    /** Returns the settings, {name: value}, without those that the gateway has already. */
    static Map<String, String> beside(Map<String, String> given) {
        Map<String, String> all = new TreeMap<>(Map.of("caravan.web-search.searxng-url", "http://127.0.0.1:1",
                "caravan.recall.ontology-query-url", "http://127.0.0.1:1", "caravan.recall.ontology-manager-url", "http://127.0.0.1:1",
                "caravan.recall.operator-integration-url", "http://127.0.0.1:1", "caravan.mongodb.uri", "mongodb://127.0.0.1:1",
                "caravan.neo4j.uri", "bolt://127.0.0.1:1"));
        if (given.keySet().stream().noneMatch(name -> name.startsWith(WORKSPACES))) {
            all.put(WORKSPACES + "chains.root", Path.of("src/test/resources/intelligence/chains").toAbsolutePath().toString());
            all.put("caravan.intelligence.build-at-start", "false");
        }
        all.keySet().removeAll(given.keySet());
        return all;
    }
}
