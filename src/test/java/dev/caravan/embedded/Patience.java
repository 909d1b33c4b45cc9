package dev.caravan.embedded;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Timeouts of the gateways of tests, unless a test sets its own. The defaults are too short where tests share a busy machine: it takes ten
 * times as long as a quiet one, and the first query of a new database takes longer than all later ones.
 */
public final class Patience {

    private static final String TOOLS = "30s";
    /** Below that of tools. */
    private static final String DATABASES = "25s";
    /** Short enough for tests that wait for its end. */
    private static final String STATEMENTS = "12s";
    private static final String SERVICES = "20s";

    private Patience() {
    }

    /** Returns the timeouts as settings, {name: value}. */
    public static Map<String, String> settings() {
        Map<String, String> settings = new TreeMap<>(
                Map.of("caravan.tools.timeout", TOOLS, "caravan.recall.timeout", SERVICES, "caravan.security.oauth2.timeout", SERVICES));
        for (String name : new String[]{"mongodb.timeout", "neo4j.timeout", "search.timeout", "intelligence.timeout",
            "store.statement-timeout"}) {
            settings.put("caravan." + name, DATABASES);
        }
        return settings;
    }

    /**
     * Returns the command-line arguments of a gateway: these, which look like {@code --caravan.tools.timeout=1s}, and the timeouts that
     * they don't set.
     */
    public static String[] arguments(String... own) {
        List<String> all = new ArrayList<>(List.of(own));
        settings().forEach((name, value) -> {
            String argument = "--" + name + "=";
            if (all.stream().noneMatch(given -> given.startsWith(argument))) {
                all.add(argument + value);
            }
        });
        return all.toArray(String[]::new);
    }

    /** Returns the properties of a server, with the timeout of each database of {@code db_*} among them. */
    public static Map<String, String> with(ServerHandle server) {
        Map<String, String> properties = new TreeMap<>(server.properties());
        for (String name : server.properties().keySet()) {
            if (name.matches("caravan\\.databases\\..*\\.url")) {
                properties.put(name.replaceFirst("url$", "statement-timeout"), STATEMENTS);
            }
        }
        return properties;
    }
}
