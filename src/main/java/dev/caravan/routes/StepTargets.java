package dev.caravan.routes;

import dev.caravan.envelope.NearestNames;
import dev.caravan.routes.RouteFile.Item;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.camel.CamelContext;
import org.apache.camel.Component;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * Checks the endpoints that the steps of a file name: each component must exist, and each {@code direct:} needs a route. Camel would tell
 * the first without a line, and the second only in a call.
 */
record StepTargets(CamelContext context) {

    private static final String COMPONENTS = "META-INF/services/org/apache/camel/component.properties";
    private static final String COMPONENT = "META-INF/services/org/apache/camel/component/";
    private static final Set<String> URIS = Set.of("uri", "to", "toD");
    private static final String OPTIONS = "parameters";
    private static final Set<String> TEXTS = Set.of("description", "message");
    private static final Pattern SCHEME = Pattern.compile("([a-zA-Z][a-zA-Z0-9+.-]*):(?!\\s).*", Pattern.DOTALL);
    private static final Pattern DIRECT = Pattern.compile("direct:[\\w.-]+(\\?.*)?");
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{\\{([^}]+)}}");
    private static final Pattern PARAMETER = Pattern.compile(
            "name:\\s*[\"']?([\\w.-]+)[\"']?\\s*,?\\s*value:\\s*[\"']?([^\"'\\s,}]+)");
    private static final Pattern NO_LETTERS = Pattern.compile("%[0-9A-Fa-f]{2}|[^\\p{L}\\p{N}]");

    /** @param line from 1 */
    private record Target(String uri, int line) {
    }

    /**
     * Checks an entry of a file.
     *
     * @param consumed {@link #consumed(Collection)} of the files that serve or will, asked only for a step that names a route
     * @throws RouteProblem.Refused with the line and the nearest names
     */
    void check(RouteFile file, Item item, Supplier<Set<String>> consumed) throws RouteProblem.Refused {
        for (Target target : targets(item)) {
            Matcher scheme = SCHEME.matcher(target.uri());
            if (DIRECT.matcher(target.uri()).matches()) {
                checkRoute(file, item, target, consumed.get());
            } else if (scheme.matches() && !hasComponent(scheme.group(1))) {
                throw refused(file, item, target, "there is no component " + scheme.group(1), nearest(scheme.group(1), components()));
            }
        }
    }

    private void checkRoute(RouteFile file, Item item, Target target, Set<String> consumed) throws RouteProblem.Refused {
        String uri = RouteFile.withoutOptions(target.uri());
        if (!consumed.contains(uri) && consumed.stream().noneMatch(each -> each.contains("*") && uri.matches(regex(each)))) {
            List<String> names = consumed.stream().filter(name -> name.startsWith("direct:")).map(name -> name.replace("//", "")).toList();
            String wanted = uri.replace("//", "");
            throw refused(file, item, target, "no route consumes from " + wanted, nearest(wanted, names));
        }
    }

    private static String regex(String pattern) {
        return Pattern.quote(pattern).replace("*", "\\E.*\\Q");
    }

    /** Returns what the running routes and those of the files consume from. A placeholder whose value is unknown becomes {@code *}. */
    Set<String> consumed(Collection<RouteFile> files) {
        List<Item> items = files.stream().flatMap(file -> file.items().stream()).toList();
        Map<String, List<Item>> templates = items.stream().filter(item -> item.kind() == Item.Kind.TEMPLATE && item.uri() != null)
                .collect(Collectors.groupingBy(Item::id));
        Set<String> consumed = new TreeSet<>();
        for (Item item : items) {
            if (item.template() != null) {
                Map<String, String> values = item.isGenerated() ? item.parameters() : PARAMETER.matcher(item.text()).results()
                        .collect(Collectors.toMap(found -> found.group(1), found -> found.group(2), (first, second) -> second));
                templates.getOrDefault(item.template(), List.of()).forEach(template -> consumed.add(PLACEHOLDER.matcher(template.uri())
                        .replaceAll(found -> Matcher.quoteReplacement(values.getOrDefault(found.group(1), "*")))));
            } else if (item.kind() == Item.Kind.ROUTE && item.uri() != null) {
                consumed.add(PLACEHOLDER.matcher(item.uri()).replaceAll("*"));
            }
        }
        context.getRoutes().forEach(route -> consumed.add(RouteFile.withoutOptions(route.getEndpoint().getEndpointUri())));
        return consumed;
    }

    /** Makes no component, so that a step which is never loaded starts nothing. */
    private boolean hasComponent(String scheme) {
        return context.hasComponent(scheme) != null || context.getClassResolver().loadResourceAsURL(COMPONENT + scheme) != null
                || context.getRegistry().lookupByNameAndType(scheme, Component.class) != null;
    }

    private Set<String> components() {
        Set<String> names = new TreeSet<>(context.getComponentNames());
        try {
            for (URL listed : Collections.list(context.getClassResolver().loadAllResourcesAsURL(COMPONENTS))) {
                Properties properties = new Properties();
                try (InputStream in = listed.openStream()) {
                    properties.load(in);
                }
                names.addAll(List.of(properties.getProperty("components", "").split("\\s+")));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return names;
    }

    private static String nearest(String wanted, Collection<String> names) {
        List<String> nearest = NearestNames.similar(wanted, names);
        return nearest.isEmpty() ? "" : ". Nearest: " + String.join(", ", nearest);
    }

    private static RouteProblem.Refused refused(RouteFile file, Item item, Target target, String message, String nearest) {
        return new RouteProblem.Refused(new RouteProblem(file.name(), target.line(), 0, "route " + item.id() + ": " + message + nearest),
                item, null);
    }

    /** Returns the line of an entry that names the endpoint, however Camel writes its URI; the line of the entry if none does. */
    static int line(Item item, String uri) {
        String sought = letters(uri);
        return targets(item).stream().filter(target -> sought.startsWith(letters(target.uri()))).mapToInt(Target::line).findFirst()
                .orElse(item.line());
    }

    private static String letters(String uri) {
        return NO_LETTERS.matcher(uri).replaceAll("");
    }

    /** Returns the endpoints that an entry names: {@code uri}, {@code to} and {@code toD}, and {@code direct:NAME} anywhere. */
    private static List<Target> targets(Item item) {
        List<Target> targets = new ArrayList<>();
        if (item.node() != null) {
            add("", item.node(), targets);
        }
        return targets;
    }

    private static void add(String key, Node node, List<Target> targets) {
        if (node instanceof ScalarNode scalar) {
            if (URIS.contains(key) || !TEXTS.contains(key) && DIRECT.matcher(scalar.getValue()).matches()) {
                targets.add(new Target(scalar.getValue(), RouteFile.line(node)));
            }
        } else if (node instanceof SequenceNode list) {
            list.getValue().forEach(part -> add(key, part, targets));
        } else if (node instanceof MappingNode mapping) {
            String options = key.startsWith(OPTIONS) ? OPTIONS : ""; // an option named uri is none of the step
            mapping.getValue().forEach(tuple -> add(options + RouteFile.scalar(tuple.getKeyNode()), tuple.getValueNode(), targets));
        }
    }
}
