package dev.caravan.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.DeclaredSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** README and guide name no tool, setting, variable or metric that does not exist. */
class GuideWordsTest {

    private static final Pattern CODE = Pattern.compile("`([^`\n]+)`");
    private static final Pattern WORD = Pattern.compile("[a-z0-9]+(?:_[a-z0-9]+)+");
    /** Words that only tools may have, as code, or as the name of a call. */
    private static final Pattern TOOL = Pattern.compile(
            "(?:`|\"name\": ?\")((?:mongo|neo4j|db|ci|echart|web)_\\w+|(?:find_tool|call_tool|get_action|list_action)\\w*)[`\"]");
    private static final Pattern TOOL_ROUTE = Pattern.compile("uri: ai-tool:(\\w+)(\\{\\{name}})?");
    /** Names of databases in the guide, which stand in names of tools. */
    private static final String DATABASES = "(NAME|postgresql|mysql|sqlite|mongodb|redis|opensearch|supabase|shop)";
    private static final Pattern METRIC = Pattern.compile("(caravan|hikaricp|mongodb_driver|logback|resilience4j)_[a-z_]+");
    private static final Pattern SETTING = Pattern.compile(
            "(?<![\\w.-])caravan\\.([a-z][a-z0-9-]*(?:\\.[A-Za-z][\\w-]*|\\[\\d])*(?:\\.\\*)?)");
    private static final Pattern VARIABLE = Pattern.compile("\\bCARAVAN_[A-Z0-9_]*[A-Z0-9]");
    /** Loggers, queues and options of Maven with the prefix of settings, the files of the jar, and a mistake that a page shows. */
    private static final Pattern NO_SETTING = Pattern.compile(
            "slow|requests|dead|answers.*|jar|cmd|service|env|databases\\.shop\\.read-olny|"
                    + "embedded\\..*|platform|log|camel\\..*|json|svg|ready.*|tests\\..*");
    /** Words of PostgreSQL, nginx, Docker, and names that users give in examples. */
    private static final Set<String> OTHERS = others();

    private static Set<String> others() {
        try {
            return Set.copyOf(Files.readAllLines(Path.of("src/test/resources/guide/words-of-others.txt")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void everySnakeCaseWordIsInTheCode() throws IOException {
        Set<String> words = Set.copyOf(Arrays.asList(code().split("\\W+")));
        assertThat(named(CODE,
                word -> WORD.matcher(word).matches() && !TOOL.matcher("`" + word + "`").matches() && !METRIC.matcher(word).matches()
                        && !OTHERS.contains(word)
                && !words.contains(word))).isEmpty();
    }

    @Test
    void everyToolIsOneOfARoute() throws IOException {
        String tools = TOOL_ROUTE.matcher(code()).results().map(tool -> tool.group(1) + (tool.group(2) == null ? "" : DATABASES)).distinct()
                .collect(Collectors.joining("|"));
        assertThat("mongo_find_by_id").matches(tools);
        assertThat("mongo_find").doesNotMatch(tools);
        assertThat(named(TOOL, word -> !word.matches(tools))).isEmpty();
    }

    @Test
    void everyMetricIsInTheReference() {
        String reference = GuidePage.of("reference/metrics.md").text();
        assertThat(named(CODE, word -> METRIC.matcher(word).matches() && !OTHERS.contains(word)
                && !reference.contains("`" + word.replaceAll("_(bucket|count|sum)$", "") + "`"))).isEmpty();
    }

    @Test
    void everyNamedSettingExists() throws Exception {
        Set<String> settings = settings();
        assertThat(named(SETTING, key -> !NO_SETTING.matcher(key).matches() && settings.stream().noneMatch(setting -> fits(key, setting))))
                .isEmpty();
    }

    /** In the table of a reference, settings stand without {@code caravan}; elsewhere, a word with the first part of one must be one. */
    @Test
    void everyShortSettingNameExists() throws Exception {
        Set<String> settings = settings();
        Set<String> groups = settings.stream().map(setting -> setting.replaceAll("\\..*", "")).collect(Collectors.toSet());
        Pattern brief = Pattern.compile("(" + String.join("|", groups) + ")(\\.[a-z][a-zA-Z0-9-]*|\\[\\d])+");
        assertThat(named(CODE,
                word -> brief.matcher(word).matches() && !OTHERS.contains(word)
                        && !word.matches(".*\\.(ya?ml|json|md|java|html|js|css|scip|ref|method|name)")
                        && settings.stream().noneMatch(setting -> fits(word, setting))))
                .isEmpty();
    }

    @Test
    void everyVariableBelongsToASetting() throws Exception {
        Set<String> settings = settings();
        assertThat(named(VARIABLE,
                variable -> !OTHERS.contains(variable) && settings.stream().noneMatch(setting -> variable.matches(variable(setting)))))
                .isEmpty();
    }

    static boolean fits(String key, String setting) {
        String[] told = key.replaceAll("\\.\\*$", "").replaceAll("\\[\\d]", ".N").split("\\.");
        String[] parts = setting.split("\\.");
        for (int i = 0; i < told.length; i++) {
            if (i == parts.length || !parts[i].equals("NAME") && !parts[i].equals(told[i])) {
                return false;
            }
        }
        return true;
    }

    /** With NAME, or N in a list, where a name or a number stands. */
    static Set<String> settings() throws Exception {
        Set<String> settings = new TreeSet<>();
        String group = "";
        for (List<String> row : TableRows.of(
                GuidePage.of("reference/settings.md").part("settings").replaceAll("(?m)^### (.+)$", "| GROUP | $1 | |")).rows()) {
            group = row.get(0).equals("GROUP") ? row.get(1) : group;
            settings.add(group + (row.get(0).equals("GROUP") ? "" : "." + row.get(0).replace("`", "").replace("[N]", ".N")));
        }
        DeclaredSettings.shown().keySet().forEach(settings::add);
        return settings;
    }

    private static String variable(String setting) {
        return "CARAVAN_" + Arrays.stream(setting.split("\\.")).map(
                part -> part.equals("NAME") ? "[A-Z0-9]+" : part.equals("N") ? "\\d+" : part.toUpperCase(Locale.ROOT).replace("-", "_?"))
                .collect(Collectors.joining("_"));
    }

    private static List<String> named(Pattern pattern, Predicate<String> wrong) {
        return GuidePage.all().stream()
                .flatMap(page -> pattern.matcher(page.text()).results()
                        .map((MatchResult each) -> each.group(each.groupCount() == 0 ? 0 : 1)).filter(wrong)
                .map(word -> page.name() + ": " + word)).distinct().toList();
    }

    private static String code() throws IOException {
        StringBuilder code = new StringBuilder();
        for (Path folder : List.of(Path.of("src/main"), Path.of("routes"), Path.of("config"), Path.of("docker"))) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.filter(path -> path.toString().matches(".*\\.(java|ya?ml|json|sql|properties|js|conf)")).toList()) {
                    code.append(Files.readString(file)).append('\n');
                }
            }
        }
        return code.toString();
    }
}
