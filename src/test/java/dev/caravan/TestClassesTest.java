package dev.caravan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Test classes stay short enough to read at once, Maven compiles them only after a change, and those that are named as examples exist. */
class TestClassesTest {

    private static final int LINES = 150;

    @Test
    void noTestClassHasMoreThan150Lines() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("src/test/java"))) {
            List<Path> tests = files.filter(file -> file.toString().endsWith("Test.java")).toList();
            assertThat(tests).hasSizeGreaterThan(300);
            assertThat(tests).filteredOn(file -> lines(file) > LINES).isEmpty();
        }
    }

    /** Maven takes a file without a class of its name for changed, and then compiles all tests, each time. */
    @ParameterizedTest
    @ValueSource(strings = {"src/main/java", "src/test/java"})
    void fileHasTheNameOfItsClass(String folder) throws IOException {
        try (Stream<Path> files = Files.walk(Path.of(folder))) {
            List<Path> sources = files.filter(file -> file.toString().endsWith(".java") && !file.endsWith("package-info.java")).toList();
            assertThat(sources).hasSizeGreaterThan(300);
            assertThat(sources).filteredOn(file -> !declares(file)).isEmpty();
        }
    }

    @Test
    void commandsThatAreExplainedNameTestsThatExist() throws IOException {
        String guide = Files.readString(Path.of("src/test/java/dev/caravan/package-info.java"));
        List<String> named = Pattern.compile("-Dtest=(\\w+)").matcher(guide).results().map(match -> match.group(1)).toList();
        try (Stream<Path> files = Files.walk(Path.of("src/test/java"))) {
            assertThat(files.map(file -> file.getFileName().toString().replace(".java", ""))).containsAll(named);
        }
        assertThat(named).isNotEmpty();
    }

    /** A tag that no tier knows would take its tests into the quick tier, or out of all. */
    @Test
    void everyTagBelongsToATier() throws IOException {
        Pattern tag = Pattern.compile("@Tags?\\(\\{?([^)]*)\\)");
        try (Stream<Path> files = Files.walk(Path.of("src/test/java"))) {
            List<String> tags = files.filter(file -> file.toString().endsWith(".java") && !file.endsWith("TestClassesTest.java"))
                    .flatMap(file -> tag.matcher(text(file)).results().map(match -> match.group(1))).distinct().toList();
            assertThat(tags).containsExactlyInAnyOrder("\"full\"", "\"nightly\"", "\"ckb\"");
        }
        assertThat(Files.readString(Path.of("pom.xml"))).contains("<tests.excluded>full | nightly | ckb</tests.excluded>",
                "<tests.full.groups>full &amp; !nightly</tests.full.groups>", "<tests.full.groups>nightly</tests.full.groups>");
    }

    /** The twelfths of the nightly tier have all its classes, each class is in one, and none of the twelfths is small. */
    @Test
    void everyNightlyTestIsInATwelfth() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("src/test/java"))) {
            Map<Integer, Long> twelfths = files
                    .filter(file -> file.toString().endsWith("Test.java") && text(file).contains("@Tag(\"nightly\")"))
                    .collect(Collectors.groupingBy(file -> NightlyShare.of(file.getFileName().toString().replace(".java", "")),
                            Collectors.counting()));
            assertThat(twelfths).hasSize(12).allSatisfy((twelfth, classes) -> assertThat(classes).isBetween(5L, 30L));
        }
    }

    private static boolean declares(Path file) {
        String name = file.getFileName().toString().replace(".java", "");
        return Pattern.compile("\\b(class|interface|record|enum) " + name + "\\b").matcher(text(file)).find();
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Without imports and blank lines. */
    private static long lines(Path file) {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.filter(line -> !line.isBlank() && !line.startsWith("import ")).count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
