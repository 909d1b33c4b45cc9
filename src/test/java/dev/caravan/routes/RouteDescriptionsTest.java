package dev.caravan.routes;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * Who opens a route file reads what each route is for, what each parameter of a template means, and what of a tool may be changed there.
 */
class RouteDescriptionsTest {

    /** The folders that are checked, below {@code routes/}. */
    private static final List<String> FOLDERS = List.of("apis", "call", "catalogue", "contexts", "databases", "documents", "entry",
            "kamelets", "prompts", "recall", "resources",
            "tools/charts", "tools/databases", "tools/discovery", "tools/documents", "tools/graph", "tools/intelligence", "tools/web",
            "upstream");
    /** What the templates of many tools say. */
    private static final String OWN_ROUTE = " To change a tool, save a route with its name as id in your own file. ";
    private static final int MOST_WORDS = 25;

    private record Entry(String kind, Map<?, ?> members, Path file) {

        String id() {
            return file + " " + members.get("id");
        }

        String description() {
            return String.valueOf(members.get("description")).strip();
        }

        List<Map<?, ?>> parameters() {
            List<Map<?, ?>> parameters = new ArrayList<>();
            if (members.get("parameters") instanceof List<?> list) {
                list.forEach(parameter -> parameters.add((Map<?, ?>) parameter));
            }
            return parameters;
        }

        boolean isTool() {
            Map<?, ?> route = members.get("route") instanceof Map<?, ?> ofTemplate ? ofTemplate : members;
            return route.get("from") instanceof Map<?, ?> from && String.valueOf(from.get("uri")).startsWith("ai-tool:");
        }
    }

    @Test
    void everyRouteTemplateAndConfigurationHasADescription() throws IOException {
        for (Entry entry : entries()) {
            assertThat(entry.members().get("description")).as(entry.id()).isNotNull();
            assertThat(entry.description()).as(entry.id()).endsWith(".");
        }
    }

    @Test
    void everyParameterOfATemplateHasADescription() throws IOException {
        for (Entry template : entries()) {
            for (Map<?, ?> parameter : template.parameters()) {
                assertThat(String.valueOf(parameter.get("description"))).as(template.id() + " " + parameter.get("name")).endsWith(".");
            }
        }
    }

    @Test
    void everyToolRouteSaysWhatMayBeChanged() throws IOException {
        List<Entry> tools = entries().stream().filter(Entry::isTool).toList();
        assertThat(tools).extracting(Entry::kind).contains("route", "routeTemplate");
        for (Entry tool : tools) {
            assertThat(tool.description()).as(tool.id()).containsAnyOf(" You may change ", OWN_ROUTE);
        }
    }

    @Test
    void descriptionsHaveShortSentences() throws IOException {
        for (Entry entry : entries()) {
            for (String sentence : entry.description().split("(?<=[.:;]) ")) {
                assertThat(sentence.split("\\s+").length).as(entry.id() + ": " + sentence).isLessThanOrEqualTo(MOST_WORDS);
            }
        }
    }

    private static List<Entry> entries() throws IOException {
        List<Entry> entries = new ArrayList<>();
        for (String folder : FOLDERS) {
            try (Stream<Path> files = Files.walk(Path.of("routes", folder.split("/")))) {
                for (Path file : files.filter(path -> path.toString().endsWith(".camel.yaml")).sorted().toList()) {
                    for (Object entry : (List<?>) new Load(LoadSettings.builder().build()).loadFromString(Files.readString(file))) {
                        ((Map<?, ?>) entry).forEach((kind, members) -> {
                            if (!kind.equals("templatedRoute")) {
                                entries.add(new Entry((String) kind, (Map<?, ?>) members, file));
                            }
                        });
                    }
                }
            }
        }
        assertThat(entries).hasSizeGreaterThan(100);
        return entries;
    }
}
