package dev.caravan.guide;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** README and guide name no file, class, route or address that does not exist. */
class GuideFilesTest {

    private static final Pattern CODE = Pattern.compile("`([^`\n]+)`");
    private static final Pattern FILE = Pattern.compile("(src|routes|config|docker|\\.ci)/[\\w./-]+");
    private static final Pattern CLASS = Pattern.compile("([A-Z][a-z0-9]+){2,}(Test|Benchmark)");
    private static final Pattern QUALIFIED = Pattern.compile("dev\\.caravan(\\.[a-z0-9]+)+\\.[A-Z]\\w+");
    private static final Pattern ADDRESS = Pattern.compile("(?<![\\w}])(/api/(?:v1|agent-retrieval)/[\\w{}/.-]*[\\w}])");
    /** Names that the text presents as routes. */
    private static final Pattern ROUTE = Pattern.compile(
            "\\b(?:[Rr]outes?|[Tt]emplates?|[Ff]lows?) `[a-z][\\w-]*`(?:(?:, | and | or )`[a-z][\\w-]*`)*|`[a-z][\\w-]*` (?:route|flow)"
                    + "s?\\b");
    private static final Pattern ID = Pattern.compile("(?m)^ *(?:- )?(?:id|routeId): ([\\w-]+)$");
    /** Routes and files that readers make, by their names in examples. */
    private static final Pattern MADE = Pattern.compile(
            "routes/(own|tools/mine|orders_of|totals_by_status).*|config/application-NAME\\.yaml|"
                    + "config/servers/(files|searxng|ckb)\\.yaml|config/upstream\\..*|"
                    + "config/keys\\.yaml|config/toolsets(/.*)?|"
                    + "docker/\\.env|docker/routes.*|.*/(NAME|VERSION)\\b.*");

    @Test
    void everyNamedFileExists() {
        assertThat(named(CODE, word -> FILE.matcher(word).matches() && !MADE.matcher(word).matches() && !Files.exists(Path.of(word))))
                .isEmpty();
    }

    @Test
    void everyNamedTestExists() throws IOException {
        Set<String> tests = new TreeSet<>(classes(Path.of("src/test/java")));
        tests.addAll(classes(Path.of("src/benchmark/java")));
        assertThat(named(CODE, word -> CLASS.matcher(word).matches() && !tests.contains(word))).isEmpty();
    }

    @Test
    void everyNamedClassExists() {
        assertThat(named(CODE,
                word -> QUALIFIED.matcher(word).matches() && !Files.exists(Path.of("src/main/java", word.replace('.', '/') + ".java"))
                && !Files.exists(Path.of("src/test/java", word.replace('.', '/') + ".java")))).isEmpty();
    }

    @Test
    void everyRestAddressIsInAnOpenApiDocument() throws IOException {
        List<Pattern> addresses = new ArrayList<>();
        for (String area : List.of("catalogue", "recall")) {
            JsonNode paths = new YAMLMapper().readTree(Path.of("routes", area, "openapi.yaml").toFile()).get("paths");
            paths.fieldNames().forEachRemaining(path -> addresses.add(Pattern.compile(path.replaceAll("\\{\\w+}", "[^/]+"))));
        }
        String local = Files.readString(Path.of("routes/recall/local.camel.yaml"));
        assertThat(named(ADDRESS,
                address -> !address.endsWith("/openapi.json")
                        && addresses.stream().noneMatch(each -> each.matcher(address).matches() || each.pattern().startsWith(address))
                && !local.contains(address))).isEmpty();
    }

    @Test
    void everyNamedRouteExists() throws IOException {
        String routes = String.join("\n", routeFiles().values());
        assertThat(named(CODE, word -> word.matches("direct:[a-z][\\w-]*") && !Pattern.compile(word + "\\b(?!-)").matcher(routes).find()))
                .isEmpty();
        Set<String> ids = ID.matcher(routes).results().map(id -> id.group(1)).collect(Collectors.toSet());
        List<String> wrong = new ArrayList<>();
        int told = 0;
        for (GuidePage page : GuidePage.all()) {
            for (MatchResult names : ROUTE.matcher(page.text()).results().toList()) {
                for (MatchResult name : CODE.matcher(names.group()).results().toList()) {
                    told++;
                    if (!ids.contains(name.group(1))) {
                        wrong.add(page.name() + ": " + name.group(1));
                    }
                }
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(told).as("names of routes after the words route, template and flow").isGreaterThan(8);
    }

    /** Tables that list the routes of a file. */
    @Test
    void everyRouteOfATableIsInItsFile() throws IOException {
        Map<String, String> files = routeFiles();
        int told = 0;
        List<List<String>> rows = GuidePage.all().stream().flatMap(page -> TableRows.of(page.text()).rows().stream()).toList();
        for (List<String> row : rows.stream().filter(row -> row.size() > 2 && row.get(0).matches("`routes/[^`*]+\\.camel\\.yaml`"))
                .toList()) {
            for (MatchResult name : CODE.matcher(row.get(1)).results().toList()) {
                told++;
                assertThat(files.get(row.get(0).replace("`", ""))).as(row.toString())
                        .containsPattern("(?m)^ *(id|routeId): " + name.group(1) + "$");
            }
        }
        assertThat(told).isGreaterThan(5);
    }

    private static Map<String, String> routeFiles() throws IOException {
        Map<String, String> routes = new TreeMap<>();
        try (Stream<Path> files = Files.walk(Path.of("routes"))) {
            for (Path file : files.filter(path -> path.toString().endsWith(".camel.yaml")).toList()) {
                routes.put(file.toString(), Files.readString(file));
            }
        }
        return routes;
    }

    private static List<String> named(Pattern pattern, Predicate<String> wrong) {
        return GuidePage.all().stream().flatMap(page -> pattern.matcher(page.text()).results().map(each -> each.group(1)).filter(wrong)
                .map(word -> page.name() + ": " + word)).distinct().toList();
    }

    private static Set<String> classes(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.map(file -> file.getFileName().toString().replace(".java", "")).collect(Collectors.toCollection(HashSet::new));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
