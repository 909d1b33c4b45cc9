package dev.caravan.database;

import dev.caravan.database.PageSpec.PageCall;
import dev.caravan.routes.GeneratedRoutes;
import dev.caravan.security.Toolset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.camel.Predicate;
import org.springframework.context.annotation.Bean;
import org.springframework.stereotype.Component;

/**
 * Makes the tools and flows of the configured databases. Tools come from the templates {@code db-VERB} and {@code db-advanced-FAMILY}
 * in {@code routes/tools/databases/}. The flows come from the templates {@code FAMILY-FLOW} in {@code routes/databases/}. A read-only
 * database gets no tools and flows that write.
 */
@Component
record DatabaseRoutes(DatabaseProperties properties) implements GeneratedRoutes {

    private static final List<String> READING = List.of("query", "describe");
    private static final List<String> ALL = List.of("query", "insert", "update", "delete", "describe");
    /** The flows of each family: those that read, then those that write. */
    private static final Map<String, List<List<String>>> FLOWS = Map.of(
            "sql", List.of(List.of("query", "aggregate", "run", "read-in-parts"), List.of("insert", "update", "delete", "advanced")),
            "mongodb", List.of(List.of("query", "advanced"), List.of("insert", "update", "delete")),
            "opensearch", List.of(List.of("query", "advanced", "run"), List.of("insert", "update", "change", "close", "delete")),
            "redis", List.of(List.of("query"), List.of("insert", "update", "delete", "advanced", "commit")),
            "supabase", List.of(List.of("query", "run"), List.of("insert", "update", "delete", "advanced")));

    /** A step of the flows: whether a second request must count the matches, or look for a further row. */
    @Bean
    static Predicate isUncounted() {
        return exchange -> exchange.getVariable("call", PageCall.class).isUncounted();
    }

    @Override
    public Map<String, List<Templated>> files() {
        Map<String, List<Templated>> files = new LinkedHashMap<>();
        properties.databases().forEach((name, database) -> files.put("config/databases/" + name + ".camel.yaml", routes(name, database)));
        return files;
    }

    private static List<Templated> routes(String name, DatabaseProperties.Database database) {
        DatabaseKind kind = database.type();
        List<Templated> routes = new ArrayList<>();
        for (String flow : FLOWS.get(kind.family()).stream().limit(database.readOnly() ? 1 : 2).flatMap(List::stream).toList()) {
            routes.add(new Templated("db-" + flow + "-" + kind.family() + "-" + name, kind.family() + "-" + flow,
                    flow.equals("run") && !kind.isSql() ? http(name, database) : Map.of("name", name)));
        }
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("name", name);
        parameters.put("flow", kind.family() + "-" + name);
        parameters.put("product", kind.product);
        parameters.put("tags", Stream.concat(Stream.of("databases", Toolset.DATABASE + name), database.tags().stream())
                .collect(Collectors.joining(",")));
        kind.advancedTemplate(database.readOnly())
                .ifPresent(template -> routes.add(new Templated("db_advanced_" + name, template, new LinkedHashMap<>(parameters))));
        if (!kind.note().isEmpty()) {
            parameters.put("note", kind.note());
        }
        for (String verb : database.readOnly() ? READING : ALL) {
            routes.add(new Templated("db_" + verb + "_" + name, "db-" + verb, parameters));
        }
        return List.copyOf(routes);
    }

    /**
     * Returns the parameters of a flow that sends HTTP requests. Times are in milliseconds. Supabase has its API below {@code /rest/v1},
     * unless the url has a path, even a single slash.
     */
    private static Map<String, String> http(String name, DatabaseProperties.Database database) {
        boolean below = database.type() == DatabaseKind.SUPABASE && database.url().matches("https?://[^/]*");
        return new TreeMap<>(Map.of("name", name, "url", below ? database.url() + "/rest/v1" : database.url().replaceFirst("/+$", ""),
                "schema", database.schema(), "patience", String.valueOf(DatabaseRequests.patience(database).toMillis()),
                "connect", String.valueOf(database.connectTimeout().toMillis()), "pool", String.valueOf(database.poolSize())));
    }
}
