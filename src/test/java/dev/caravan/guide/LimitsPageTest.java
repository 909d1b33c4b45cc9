package dev.caravan.guide;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;

/** The table of limits names settings with their defaults, and tests that exist. */
class LimitsPageTest {

    private static final String HEAD = "| phase | limit | setting";
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");
    private static final Pattern AMOUNT = Pattern.compile("([0-9,]+)(?: (s|KB|MB|GB)\\b)?");

    /** Phase, limit, setting, what happens, test. */
    private static List<String[]> rows() throws IOException {
        return Files.readAllLines(Path.of("src/site/markdown/operations/limits.md")).stream().dropWhile(line -> !line.startsWith(HEAD))
                .skip(2).takeWhile(line -> line.startsWith("|"))
                .map(line -> Stream.of(line.split("\\|")).skip(1).map(String::strip).toArray(String[]::new)).toList();
    }

    @Test
    void everyLimitIsTheDefaultOfItsSetting() throws IOException {
        List<String[]> rows = rows();
        Map<String, Object> settings = new Yaml().load(Files.readString(Path.of("config/application.yaml")));

        assertThat(rows).hasSizeGreaterThan(20);
        for (String[] row : rows) {
            for (MatchResult name : CODE.matcher(row[2]).results().toList()) {
                Object value = settings.get("caravan");
                for (String part : (name.group(1).contains(".") ? name.group(1) : "http." + name.group(1)).split("\\.")) {
                    value = ((Map<?, ?>) value).get(part);
                }
                assertThat(value).as(name.group(1)).isNotNull();
                MatchResult amount = AMOUNT.matcher(row[1]).results().findFirst().orElse(null);
                if (amount != null) {
                    assertThat(String.valueOf(value)).as(row[0])
                            .isEqualTo(amount.group(1).replace(",", "") + (amount.group(2) == null ? "" : amount.group(2)));
                }
            }
        }
    }

    @Test
    void everyNamedTestExists() throws IOException {
        List<String> named = rows().stream().map(row -> CODE.matcher(row[4]).results().findFirst().orElseThrow().group(1)).toList();
        try (Stream<Path> files = Files.walk(Path.of("src/test/java"))) {
            assertThat(files.map(file -> file.getFileName().toString().replace(".java", "")).collect(Collectors.toSet()))
                    .containsAll(named);
        }
    }
}
