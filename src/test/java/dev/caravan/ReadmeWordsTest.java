package dev.caravan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** README names no tool that does not exist: each word in snake_case that it marks as code is in the code, the routes or the settings. */
class ReadmeWordsTest {

    private static final Pattern WORD = Pattern.compile("`([a-z0-9]+(?:_[a-z0-9]+)+)`");
    /** The tools of databases are made by templates; ReadmeMetricsTest checks the names of metrics. */
    private static final Pattern MADE = Pattern.compile("db_(insert|query|update|delete|advanced)_(postgresql|redis)|(caravan|hikaricp|mongodb_driver|logback)_.*");
    /** Words of PostgreSQL and nginx, and names that users give in examples. */
    private static final Set<String> OTHERS = Set.of("max_connections", "non_idempotent", "search_handbook", "shop_eu");

    @Test
    void everyWordOfCodeIsInTheCode() throws IOException {
        StringBuilder code = new StringBuilder();
        for (Path folder : List.of(Path.of("src/main"), Path.of("routes"), Path.of("config"), Path.of("docker"))) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.filter(path -> path.toString().matches(".*\\.(java|ya?ml|json|sql|properties)")).toList()) {
                    code.append(Files.readString(file)).append('\n');
                }
            }
        }

        Set<String> invented = WORD.matcher(Files.readString(Path.of("README.md"))).results().map(word -> word.group(1))
                .filter(word -> !MADE.matcher(word).matches() && !OTHERS.contains(word) && code.indexOf(word) < 0).collect(Collectors.toCollection(TreeSet::new));

        assertThat(invented).isEmpty();
    }
}
