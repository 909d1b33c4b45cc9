package dev.caravan.graph;

import dev.caravan.envelope.ForbiddenException;
import dev.caravan.envelope.Text;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;

/**
 * The labels, types and indexed properties in the settings, each with its Cypher. Cypher contains only names from here, never text from a
 * caller.
 */
@Component
class WhiteList {

    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,63}");

    private final Map<String, String> labels;
    private final Map<String, String> types;
    private final Map<String, String> indexed;

    WhiteList(Neo4jProperties properties) {
        this.labels = quoted("labels", properties.labels());
        this.types = quoted("types", properties.types());
        this.indexed = quoted("indexed-properties", properties.indexedProperties());
        if (labels.isEmpty() || types.isEmpty()) {
            throw new IllegalArgumentException("caravan.neo4j.labels and caravan.neo4j.types must each have at least one name");
        }
    }

    private static Map<String, String> quoted(String setting, List<String> names) {
        Map<String, String> quoted = new LinkedHashMap<>();
        for (String name : names) {
            if (!NAME.matcher(name).matches()) {
                throw new IllegalArgumentException("caravan.neo4j." + setting + ": " + name + " must match " + NAME);
            }
            quoted.put(name, "`" + name + "`");
        }
        return quoted;
    }

    Collection<String> labels() {
        return labels.keySet();
    }

    Collection<String> types() {
        return types.keySet();
    }

    Collection<String> indexedProperties() {
        return indexed.keySet();
    }

    String label(String name) throws ForbiddenException {
        return lookUp(labels, "graph.label", name);
    }

    String type(String name) throws ForbiddenException {
        return lookUp(types, "graph.type", name);
    }

    /** Returns {@code A|B} of these names, or of all allowed names if there are none. */
    String labels(Collection<?> names) throws ForbiddenException {
        return any(labels, "graph.label", names);
    }

    String types(Collection<?> names) throws ForbiddenException {
        return any(types, "graph.type", names);
    }

    /** Returns the property as Cypher, if it has an index. */
    Optional<String> indexed(String name) {
        return Optional.ofNullable(indexed.get(name));
    }

    private static String any(Map<String, String> allowed, String message, Collection<?> names) throws ForbiddenException {
        if (names == null || names.isEmpty()) {
            return String.join("|", allowed.values());
        }
        for (Object name : names) {
            lookUp(allowed, message, String.valueOf(name));
        }
        // in the order of the white list: fewer different texts make better use of the database's plan cache
        return allowed.entrySet().stream().filter(entry -> names.contains(entry.getKey()))
                .map(Map.Entry::getValue).collect(Collectors.joining("|"));
    }

    private static String lookUp(Map<String, String> allowed, String message, String name) throws ForbiddenException {
        String quoted = allowed.get(name);
        if (quoted == null) {
            throw new ForbiddenException(Text.of(message, String.join(", ", allowed.keySet())));
        }
        return quoted;
    }
}
