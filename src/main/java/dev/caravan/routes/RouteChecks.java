package dev.caravan.routes;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.camel.CamelContext;
import org.apache.camel.util.function.Suppliers;

/** Checks a parsed file before it changes the running routes: first for conflicts with other files, then by a rehearsal. */
record RouteChecks(CamelContext context, Rehearsal rehearsal, StepTargets targets) {

    private static final Pattern CONFIGURATION = Pattern.compile("routeConfigurationId:\\s*[\"']?([^\\s\"',}\\]]+)");

    RouteChecks(CamelContext context, Rehearsal rehearsal) {
        this(context, rehearsal, new StepTargets(context));
    }

    /**
     * Returns the file if it has no conflict with the others.
     *
     * @param others usable files by name; a former version of the file itself is ignored
     * @param coming files that will be checked after this one
     * @throws RouteProblem.Refused if an id or an endpoint is taken, or a configuration, a component or a route is unknown
     */
    RouteFile examine(RouteFile file, Map<String, RouteFile> others, Collection<RouteFile> coming) throws RouteProblem.Refused {
        refuseClashes(file, file);
        for (RouteFile other : others.values()) {
            if (!other.name().equals(file.name())) {
                refuseClashes(file, other);
            }
        }
        List<RouteFile.Item> shared = shared(file.name(), others);
        List<RouteFile> all = new ArrayList<>(others.values());
        all.addAll(coming);
        all.add(file);
        Supplier<Set<String>> consumed = Suppliers.memorize(() -> targets.consumed(all));
        for (RouteFile.Item item : file.items()) {
            refuseUnknownConfiguration(file, item, shared);
            targets.check(file, item, consumed);
        }
        return file;
    }

    /** Returns the file if it has no conflict with the others, and its rehearsal succeeds. */
    RouteFile check(RouteFile file, Map<String, RouteFile> others, Collection<RouteFile> coming) throws RouteProblem.Refused {
        examine(file, others, coming);
        rehearse(file, others);
        return file;
    }

    void rehearse(RouteFile file, Map<String, RouteFile> others) throws RouteProblem.Refused {
        rehearsal.rehearse(file, used(file, shared(file.name(), others)));
    }

    /** Returns the shared entries that the file uses, directly or through other shared entries. */
    private static List<RouteFile.Item> used(RouteFile file, List<RouteFile.Item> shared) {
        List<RouteFile.Item> users = new ArrayList<>(file.items());
        List<RouteFile.Item> used = new ArrayList<>();
        for (int i = 0; i < users.size(); i++) {
            for (RouteFile.Item candidate : shared) {
                if (!used.contains(candidate) && uses(users.get(i), candidate)) {
                    used.add(candidate);
                    users.add(candidate);
                }
            }
        }
        return used;
    }

    private static List<RouteFile.Item> shared(String name, Map<String, RouteFile> others) {
        return others.values().stream().filter(other -> !other.name().equals(name))
                .flatMap(other -> other.items().stream()).filter(RouteFile.Item::isShared).toList();
    }

    static boolean uses(RouteFile.Item item, RouteFile.Item shared) {
        if (shared.kind() == RouteFile.Item.Kind.TEMPLATE) {
            return shared.id().equals(item.template());
        }
        if (item.isGenerated()) {
            return false; // the text has values from outside, and the template names the configurations
        }
        Matcher named = CONFIGURATION.matcher(item.text());
        while (named.find()) {
            if (named.group(1).equals(shared.id())) {
                return true;
            }
        }
        return false;
    }

    private void refuseClashes(RouteFile file, RouteFile other) throws RouteProblem.Refused {
        for (RouteFile.Item item : file.items()) {
            for (RouteFile.Item present : other.items()) {
                if (present == item) {
                    continue;
                }
                if (item.isRoute() == present.isRoute() && item.id().equals(present.id())) {
                    throw problem(file, item, "the id " + item.id() + " is taken by " + place(other, present));
                }
                if (sameConsumer(item, present)) {
                    throw problem(file, item,
                            item.sole() + " is already consumed from by route " + present.id() + " in " + place(other, present));
                }
            }
        }
    }

    private static String place(RouteFile file, RouteFile.Item item) {
        return item.isGenerated() ? file.name() : file.name() + ":" + item.line();
    }

    private boolean sameConsumer(RouteFile.Item item, RouteFile.Item present) {
        return item.sole() != null && present.sole() != null && resolved(item.sole()).equals(resolved(present.sole()));
    }

    private String resolved(String uri) {
        try {
            return context.resolvePropertyPlaceholders(uri);
        } catch (IllegalArgumentException unknownPlaceholder) {
            return uri;
        }
    }

    /** Refuses an unknown configuration. Camel ignores it, and the route would run without its error handling. */
    private static void refuseUnknownConfiguration(RouteFile file, RouteFile.Item item, Collection<RouteFile.Item> shared)
            throws RouteProblem.Refused {
        if (item.isGenerated()) {
            return;
        }
        Matcher named = CONFIGURATION.matcher(item.text());
        while (named.find()) {
            String id = named.group(1);
            boolean known = !id.contains("*") && (isConfiguration(file.items(), id) || isConfiguration(shared, id));
            if (!known) {
                throw problem(file, item, "route " + item.id() + " names the routeConfiguration " + id + ", which no file has");
            }
        }
    }

    private static boolean isConfiguration(Collection<RouteFile.Item> items, String id) {
        return items.stream().anyMatch(item -> item.kind() == RouteFile.Item.Kind.CONFIGURATION && item.id().equals(id));
    }

    private static RouteProblem.Refused problem(RouteFile file, RouteFile.Item item, String message) {
        return new RouteProblem.Refused(new RouteProblem(file.name(), item.line(), 0, message), item, null);
    }
}
